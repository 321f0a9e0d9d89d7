import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, deleteRequest, done, listOf, oid } from '../shape.ts';
import { mediaItem, mediaRequest } from './media.shape.ts';
import { resultLimits } from './result-limits.ts';

const readers = ['/AchievementDisplay'] as const;

/** The same files as those of `mediaCalls`, as the outside asks for them. */
export const fileCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/uavfile/query.rest',
    effect: 'reads',
    summary: 'Files of the own department and below, the newest first',
    permission: readers,
    request: mediaRequest,
    response: listOf(mediaItem),
  }),
  flightFiles: call({
    method: 'GET',
    path: '/nebula-five/uavfile/flightFiles/{id}.rest',
    effect: 'reads',
    summary: 'Files of a flight, as they were taken',
    permission: readers,
    request: z.object({ id: oid }),
    response: z.object({ list: z.array(mediaItem) }),
  }),
  deleteFiles: call({
    method: 'POST',
    path: '/nebula-five/uavfile/deleteFiles.rest',
    effect: 'changes',
    audit: 'media.delete',
    refuses: ['mediaHeld'],
    summary: 'Delete files, all or none; their bytes go after thirty days',
    permission: ['media:edit'],
    request: deleteRequest,
    response: done,
  }),
  downloadFiles: call({
    method: 'POST',
    path: '/nebula-five/uavfile/downloadFiles.rest',
    effect: 'reads',
    audit: 'media.download',
    refuses: ['downloadTooLarge', 'sidecarsTooMany'],
    summary:
      'Files as one zip, each as it was stored, with what is known of them beside them where that is asked for; it is sent while it is made',
    permission: readers,
    request: z.object({
      oids: z.array(oid).min(1).max(resultLimits.zipFiles),
      /** With `files.geojson`, `files.csv` and an item of STAC 1.0 for each file in the folder `stac`. */
      metadata: z.boolean().optional(),
      /** With the files of positioning of their flights: MRK, OBS, NAV, RTK and BIN. */
      sidecars: z.boolean().optional(),
    }),
    response: z.unknown(),
    bytes: 'application/zip',
  }),
  downLoadURL: call({
    method: 'POST',
    path: '/nebula-five/uavfile/downLoadURL.rest',
    effect: 'reads',
    summary: 'Where one file is fetched; only this session can, and only as long as it lasts',
    permission: readers,
    request: byOid,
    response: z.object({ url: z.string(), name: z.string(), size: z.number() }),
  }),
};

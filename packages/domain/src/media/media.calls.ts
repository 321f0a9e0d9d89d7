import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, deleteRequest, done, listOf } from '../shape.ts';
import { mediaGroup, mediaGroupsRequest, mediaItem, mediaRequest } from './media.shape.ts';
import { recordingFacts, snapshotFacts } from './live-facts.ts';
import { photoFacts } from './photo-facts.ts';
import { photoWaypoint } from './photo-waypoint.ts';
import { videoFacts } from './video-facts.ts';

const readers = ['/AchievementDisplay'] as const;
const editors = ['media:edit'] as const;

export const mediaCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/mediafile/query.rest',
    effect: 'reads',
    summary: 'Photos, videos and other files of the own department and below, the newest first',
    permission: readers,
    request: mediaRequest,
    response: listOf(mediaItem),
  }),
  groups: call({
    method: 'POST',
    path: '/nebula-five/mediafile/groups.rest',
    effect: 'reads',
    summary:
      'How many files lie on each day, of each flight or lens, the newest first: the outline of a list of any length',
    permission: readers,
    request: mediaGroupsRequest,
    response: z.object({
      groups: z.array(mediaGroup),
      /** There are older ones: a period finds them. */
      more: z.boolean(),
    }),
  }),
  detail: call({
    method: 'POST',
    path: '/nebula-five/mediafile/detail.rest',
    effect: 'reads',
    summary: 'One file with what its device said of it, and what it says of itself',
    permission: readers,
    request: byOid,
    response: mediaItem.extend({
      /** Models as their maker numbers them; null: not said. */
      droneModel: z.string().nullable(),
      payloadModel: z.string().nullable(),
      /** Null: not read yet, or there is nothing in it to read. */
      facts: photoFacts.nullable(),
      videoFacts: videoFacts.nullable(),
      /** Null: it is no photo or video of a live picture. A server of the release before knows of none. */
      snapshot: snapshotFacts.nullable().default(null),
      /**
       * Place of the waypoint at which a photo was taken among those of its flight's route, from 0, or why it is not known. Null: it is no
       * photo of a flight along a route. A server of the release before knows of none.
       */
      waypoint: photoWaypoint.nullable().default(null),
      recording: recordingFacts.nullable().default(null),
    }),
  }),
  preview: call({
    method: 'POST',
    path: '/nebula-five/mediafile/preview.rest',
    effect: 'reads',
    summary: 'Where a file is fetched, for this session alone, and whether a browser shows it by itself',
    permission: readers,
    request: byOid,
    response: z.object({ url: z.string(), contentType: z.string(), shown: z.boolean() }),
  }),
  remove: call({
    method: 'POST',
    path: '/nebula-five/mediafile/delete.rest',
    effect: 'changes',
    audit: 'media.delete',
    refuses: ['mediaHeld'],
    summary: 'Delete files, all or none; their bytes go after thirty days',
    permission: editors,
    request: deleteRequest,
    response: done,
  }),
};

import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { byOid, done, empty, oid, sentInstant, text } from '../shape.ts';
import { mediaItem } from '../media/media.shape.ts';
import { cloudFaults, rasterFaults } from '../layer/layer-source.ts';
import { uploadPurposes } from './upload-plan.ts';

const senders = ['media:edit', 'layer:edit'] as const;

/** SHA-256 in hex. */
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] });
/** A number of bytes. Queries and forms carry text alone. */
const bytes = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,14})$/)
  .meta({ examples: ['1', '1048576', '8388608'] })
  .transform(Number);
const size = bytes.pipe(z.number().min(1));
const purpose = z.enum(uploadPurposes);

/** Which file is meant: the one of these bytes, for the member who sends it. */
const file = {
  name: text(255).meta({ examples: ['DJI_0001.JPG'] }),
  size,
  /** SHA-256 of the SHA-256s of its blocks, one after the other. */
  hash: digest,
};

/** Whole blocks that have arrived. */
const part = z.object({ start: z.number().int(), length: z.number().int() });

const partRequest = z.object({
  ...file,
  /** Where the part begins. Beside it nothing but the file itself: without one the parts are put together. */
  offset: bytes.optional(),
  /** SHA-256 of the part. */
  sha256: digest.optional(),
});
const partAnswer = z.object({
  /** What became of the file; null: parts are still missing. */
  storedOID: z.string().nullable(),
});
/** There is no room for it. */
const roomRefusals = ['uploadQuota', 'uploadDepartmentQuota', 'uploadSpace'] as const;
const refused = [
  'uploadKind',
  ...roomRefusals,
  'uploadsFull',
  'uploadOffset',
  'uploadOverlap',
  'uploadIncomplete',
  'uploadHash',
  'tooManyRequests',
] as const;

export const uploadCalls = {
  state: call({
    method: 'GET',
    path: '/nebula-five/upload/chunk.rest',
    effect: 'reads',
    refuses: ['uploadKind', ...roomRefusals, 'uploadsFull'],
    summary:
      'What of a file has arrived, of the own uploads and of files that are there already; refused where it could not be taken, before anything is sent',
    permission: senders,
    request: z.object({
      ...file,
      purpose,
      /** The first bytes of the file in hex: its kind is recognised by them. */
      head: z
        .string()
        .regex(/^(?:[0-9a-f]{2}){1,32}$/)
        .meta({ examples: ['ffd8ffe1', '49492a00'] }),
    }),
    response: z.object({ storedOID: z.string().nullable(), parts: z.array(part) }),
  }),
  chunk: call({
    method: 'POST',
    path: '/nebula-five/upload/chunk.rest',
    effect: 'changes',
    audit: 'media.upload',
    refuses: refused,
    summary:
      'A part of a file of results, in any order, the same one as often as need be; without a part: put the file together',
    permission: ['media:edit'],
    upload: { maxBytes: limits.upload.chunk, toDisk: true, inPieces: true },
    request: partRequest,
    response: partAnswer,
  }),
  tifChunk: call({
    method: 'POST',
    path: '/nebula-five/upload/tifChunk.rest',
    effect: 'changes',
    audit: 'layer.upload',
    refuses: [
      ...refused,
      'layersFull',
      'layerRole',
      'layerConvert',
      'fileFormat',
      ...rasterFaults,
      ...cloudFaults,
    ],
    summary:
      'The same for a GeoTIFF (an orthophoto, or a surface model by its heights) and for a point cloud (LAS, LAZ, COPC), which become layers: what maps draw of them is made in the background',
    permission: ['layer:edit'],
    upload: { maxBytes: limits.upload.chunk, toDisk: true, inPieces: true },
    request: partRequest.extend({
      /** Code of the system of a point cloud that names none. Counts where the parts are put together. */
      epsg: z
        .string()
        .regex(/^\d{4,6}$/)
        .optional(),
    }),
    response: partAnswer,
  }),
  unfinished: call({
    method: 'GET',
    path: '/nebula-five/upload/unfinished.rest',
    effect: 'reads',
    summary: 'Own uploads that are not finished: they go on when the same file is chosen again',
    permission: senders,
    request: empty,
    response: z.object({
      list: z.array(
        z.object({
          oid,
          name: z.string(),
          size: z.number(),
          purpose,
          received: z.number(),
          touchedAt: sentInstant,
        }),
      ),
    }),
  }),
  cancel: call({
    method: 'POST',
    path: '/nebula-five/upload/cancel.rest',
    effect: 'changes',
    audit: { none: 'nothing was there yet that anybody else saw' },
    summary: 'Give up an own upload that is not finished; what has arrived of it is removed',
    permission: senders,
    request: byOid,
    response: done,
  }),
  whole: call({
    method: 'POST',
    path: '/nebula-five/uavfile/upload.rest',
    effect: 'changes',
    audit: 'media.upload',
    refuses: ['uploadKind', ...roomRefusals],
    summary: 'A file of results in one request; larger ones come in parts',
    permission: ['media:edit'],
    upload: { maxBytes: limits.upload.whole, toDisk: true },
    request: z.object({}),
    response: mediaItem,
  }),
};

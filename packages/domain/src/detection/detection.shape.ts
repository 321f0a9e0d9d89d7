import { z } from 'zod';
import { mark, oid, recordVersion, sentInstant, text } from '../shape.ts';
import { auditStates, detectionKinds, detectionStates, verdicts } from './detection.ts';
import { limits } from './detection.room.ts';

const side = z.number().int().min(1).max(limits.detection.sideMost);
const place = z.number().min(0).max(limits.detection.sideMost);
const extent = z.number().gt(0).max(limits.detection.sideMost);

/** In pixels of the picture as it is stored, from its upper left corner. */
export const boxField = z.object({ x: place, y: place, width: extent, height: extent });
/** Pixels. */
export const pictureField = z.object({ width: side, height: side });
export const classField = text(64);
/** By what a detector knows something of its own again. */
export const sourceField = mark(1, 128);
export const confidenceField = z.number().min(0).max(1);

const count = z.number().int();

/** One run of one version of a model over pictures. */
export const detectionRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  model: z.string(),
  modelVersion: z.string(),
  sourceId: z.string(),
  /** A server of the release before knows runs over files alone. */
  kind: z.enum(detectionKinds).default('files'),
  flightOID: oid.nullable(),
  taskName: z.string().nullable(),
  /** As the detector says. */
  state: z.enum(detectionStates),
  message: z.string(),
  outcomes: count,
  audited: count,
  confirmed: count,
  audit: z.enum(auditStates),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type DetectionRecord = z.output<typeof detectionRecord>;

/** One box on one picture, and what a person said of it. */
export const outcomeRecord = z.object({
  oid,
  detectionOID: oid,
  mediaOID: oid,
  box: boxField,
  picture: pictureField,
  class: z.string(),
  otherText: z.string(),
  /** Null: a person drew it. */
  confidence: z.number().nullable(),
  model: z.string(),
  modelVersion: z.string(),
  sourceId: z.string(),
  drawnBy: z.string().nullable(),
  /** Null: nobody has looked at it. */
  verdict: z.enum(verdicts).nullable(),
  verdictBy: z.string().nullable(),
  verdictAt: sentInstant.nullable(),
  reason: z.string(),
  /** How often it was judged: a verdict names the one that it saw. */
  version: recordVersion,
  orderOID: oid.nullable(),
  /**
   * How far from the camera it lies; null: its flight searches within no range. Missing: the server is of a release before this one.
   */
  range: z
    .object({
      /** Metres within which its flight searches. */
      asked: z.number(),
      /** Metres in a straight line, and by how much they may be wrong; null: not known, or not looked at yet. */
      metres: z.number().nullable(),
      error: z.number().nullable(),
      /** For certain. */
      beyond: z.boolean(),
    })
    .nullable()
    .optional(),
});
export type OutcomeRecord = z.output<typeof outcomeRecord>;

/** A picture of a run, with how much of it is judged. */
export const reviewPicture = z.object({
  mediaOID: oid,
  name: z.string(),
  url: z.string(),
  shotAt: sentInstant.nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /**
   * The video that it was taken out of and the moment in that, ms; its name is null where it is gone. Null: it is a photo; missing: the
   * server is of a release before this one.
   */
  video: z.object({ name: z.string().nullable(), at: count }).nullable().optional(),
  outcomes: count,
  audited: count,
  /** It comes in tiles. Missing: the server is of a release before this one. */
  large: z.boolean().optional(),
  /** The caller has reviewed it. Missing: the server is of a release before this one. */
  reviewed: z.boolean().optional(),
});
export type ReviewPicture = z.output<typeof reviewPicture>;

/** Who reviews a picture now; null: nobody. */
export const pictureLock = z.object({
  holder: z
    .object({
      name: z.string(),
      /** The caller has it. */
      own: z.boolean(),
      since: sentInstant,
      /** It ends then unless it is renewed. */
      until: sentInstant,
    })
    .nullable(),
});
export type PictureLock = z.output<typeof pictureLock>;

export const postedOutcome = z.object({
  sourceId: sourceField,
  mediaOID: oid,
  box: boxField,
  picture: pictureField,
  class: classField,
  confidence: confidenceField,
});
export type PostedOutcome = z.output<typeof postedOutcome>;

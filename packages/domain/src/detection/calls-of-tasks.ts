import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { done, listOf, oid, optionalText, pageShape, sentInstant, text } from '../shape.ts';
import { limits } from './detection.room.ts';

/** How a task for detectors stands. */
export const detectorTaskStates = ['waiting', 'taken', 'done', 'failed'] as const;

/** A task for detectors as a list shows it. */
export const detectorTaskRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  flightOID: oid,
  taskName: z.string(),
  state: z.enum(detectorTaskStates),
  /** As the detector that ended it says. */
  message: z.string(),
  media: z.number().int(),
  /** How often it was taken. */
  claims: z.number().int(),
  /** Who took it last; null: nobody yet. */
  claimedBy: z.string().nullable(),
  claimedUntil: sentInstant.nullable(),
  detectionOID: oid.nullable(),
  createdAt: sentInstant,
  endedAt: sentInstant.nullable(),
});
export type DetectorTaskRecord = z.output<typeof detectorTaskRecord>;

const figure = z.number().nullable();
const takenMedia = z.object({
  oid,
  name: z.string(),
  kind: z.enum(['photo', 'video']),
  /** Bytes. */
  size: z.number().int(),
  /** Pixels; null: not known. */
  width: figure,
  height: figure,
  shotAt: sentInstant.nullable(),
  lng: figure,
  lat: figure,
  /** Where its bytes are until the claim ends, for the same token. */
  url: z.string(),
});

/** A task that the caller has, until `until`. */
export const takenTask = z.object({
  oid,
  /** Names this taking of it. */
  claim: oid,
  until: sentInstant,
  flightOID: oid,
  taskName: z.string(),
  /** The run that its outcomes are submitted to. */
  detectionOID: oid,
  /** What the arrangement of the flight asks to look for; empty: nothing; null: it has no arrangement, as one by hand. */
  aiTypes: z.array(z.string()).nullable(),
  /** Metres; null: it says nothing. */
  aiRange: figure,
  media: z.array(takenMedia),
});
export type TakenTask = z.output<typeof takenTask>;

const ofDetector = { permission: ['detection:submit'], tokens: 'open' } as const;

/** Tasks that outside detectors take, one after the other. */
export const detectorTaskCalls = (path: string, readers: CallPermission) => ({
  queryDetectorTask: call({
    method: 'POST',
    path: `${path}/queryDetectorTask.rest`,
    effect: 'reads',
    summary: 'Tasks for detectors of the own department and below, the newest first',
    permission: readers,
    request: z.object({ ...pageShape, state: z.enum(detectorTaskStates).optional() }),
    response: listOf(detectorTaskRecord),
  }),
  takeTask: call({
    ...ofDetector,
    method: 'POST',
    path: `${path}/takeTask.rest`,
    effect: 'changes',
    audit: { none: 'asked again and again; who takes a task stands with it and with its run' },
    summary: `Take the oldest task that waits, or whose detector's time ran out, for ${limits.detection.claimLife / 60_000} minutes; waits up to \`wait\` seconds for one. Null: there is none`,
    request: z.object({
      model: text(64),
      modelVersion: text(64),
      // Whoever tries the call out waits a moment, not half a minute.
      wait: z
        .number()
        .int()
        .min(0)
        .max(limits.detection.takeWaitMost)
        .meta({ examples: [0, 1] })
        .default(0),
    }),
    response: z.object({ task: takenTask.nullable() }),
  }),
  renewTask: call({
    ...ofDetector,
    method: 'POST',
    path: `${path}/renewTask.rest`,
    effect: 'changes',
    audit: { none: 'every few minutes, by a detector that is at work' },
    refuses: ['taskNotHeld'],
    summary: 'Keep a task for as long again; answers a new claim and new addresses, and the old ones end',
    request: z.object({ oid, claim: oid }),
    response: z.object({ task: takenTask }),
  }),
  endTask: call({
    ...ofDetector,
    method: 'POST',
    path: `${path}/endTask.rest`,
    effect: 'changes',
    audit: 'detection.endTask',
    refuses: ['taskNotHeld'],
    summary:
      'Say that a task is done, after its outcomes were submitted, or that it failed and why. The same end again changes nothing',
    request: z.object({
      oid,
      claim: oid,
      state: z.enum(['done', 'failed']),
      message: optionalText(300).default(''),
    }),
    response: done,
  }),
  taskMedia: call({
    ...ofDetector,
    method: 'GET',
    path: `${path}/taskMedia.rest`,
    effect: 'reads',
    refuses: ['taskNotHeld'],
    summary: 'A file of a task, for who has the task and while the claim holds',
    bytes: ['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'application/octet-stream'],
    request: z.object({ oid, claim: oid, mediaOID: oid }),
    response: z.unknown(),
  }),
});

import { z } from 'zod';
import { refusalReasons } from '../envelope.ts';
import { oid, sentInstant } from '../shape.ts';

/** What an outside engine makes of the photos of a flight. */
export const photogrammetryOutputs = ['orthophoto', 'model', 'cloud'] as const;
export type PhotogrammetryOutput = (typeof photogrammetryOutputs)[number];

/** `sending`: photos go to the engine; `running`: it computes; `fetching`: what it made becomes layers. */
export const openPhotogrammetryStates = ['waiting', 'sending', 'running', 'fetching'] as const;
const photogrammetryStates = [...openPhotogrammetryStates, 'done', 'failed', 'cancelled'] as const;
export type PhotogrammetryState = (typeof photogrammetryStates)[number];

/** Why nothing came of the photos of a flight. */
const photogrammetryFailures = [
  /** The engine failed, gave the task up, does not know it any more, or does not take the token. */
  'engine',
  'stopped',
  'lost',
  'token',
  /** Its answer is none of its API. */
  'answer',
  /** It was silent for long, or computed for too long. */
  'silent',
  'time',
  /** What it made could not be fetched, is larger than is fetched, is no zip, or holds nothing of what was asked. */
  'download',
  'tooLarge',
  'broken',
  'nothing',
  /** All photos were deleted before they were sent. */
  'photosGone',
] as const;
export type PhotogrammetryFailure = (typeof photogrammetryFailures)[number];

/** How the engine stands: none is set, it answers, it does not, or it does not take the token. */
export const engineStates = ['none', 'ready', 'silent', 'token'] as const;
export type EngineState = (typeof engineStates)[number];

/** What was asked of the engine for one flight. */
export const photogrammetryRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  flightOID: oid,
  /** Of the flight; its layers have it too. */
  name: z.string(),
  dockName: z.string().nullable(),
  state: z.enum(photogrammetryStates),
  /** 0 to 100, of all of it. */
  percent: z.number().min(0).max(100),
  /** Photos that were chosen, those that are with the engine, and the bytes of all. */
  photos: z.number().int(),
  sent: z.number().int(),
  bytes: z.number(),
  outputs: z.array(
    z.object({
      output: z.enum(photogrammetryOutputs),
      layerOID: oid.nullable(),
      made: z.boolean(),
      /** Why there is none: what a file that somebody sends would be refused for; `missing`: the engine made none. */
      failure: z.enum(['missing', ...refusalReasons]).nullable(),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  failure: z.enum(photogrammetryFailures).nullable(),
  /** The same as the engine says it. */
  detail: z.string(),
  /** The engine does not answer at the moment. */
  silent: z.boolean(),
  askedBy: z.string(),
  createdAt: sentInstant,
  updatedAt: sentInstant,
  endedAt: sentInstant.nullable(),
  allowed: z.array(z.string()),
});
export type PhotogrammetryRecord = z.output<typeof photogrammetryRecord>;

/** A flight of whose photos something can be made. */
export const photographedFlight = z.object({
  flightOID: oid,
  name: z.string(),
  dockName: z.string().nullable(),
  at: sentInstant,
  photos: z.number().int(),
  bytes: z.number(),
});
export type PhotographedFlight = z.output<typeof photographedFlight>;

/** What the work with an outside engine is bound by. */
export const photogrammetryLimits = {
  /** How often it is looked for what is due, and how often the engine is asked how a task stands, ms. */
  every: 2_000,
  askEvery: 5_000,
  /** For how long a server has a task at a time, ms; another one goes on where that fell silent. */
  claimFor: 300_000,
  /** Tasks that a server is at side by side. */
  lanes: 3,
  /** Photos of one flight, the fewest and the most, and their bytes. */
  photosLeast: 3,
  photosMost: 4_000,
  bytesMost: 80_000_000_000,
  /** Photos that are sent before another task has its turn. */
  photosAtOnce: 20,
  /** ms until the engine has answered a question, taken one photo, and begun with what was sent. */
  answer: 15_000,
  photoTime: 240_000,
  beginTime: 1_200_000,
  /** Bytes of one of its answers. */
  answerBytes: 4_000_000,
  /** After a failure it is asked later and later, up to this pause, ms; after so many in a row it has failed. */
  pauseMost: 60_000,
  failuresMost: 360,
  /** Answers in a row that its API does not have, after which a task that it computes has failed. */
  strangeMost: 10,
  /** Answers in a row that it does not know a task, `pauseMost` apart, after which the task is lost: it may be starting again. */
  unknownMost: 3,
  /** So often all photos are sent because the engine lost them or one broke off, and what it made is fetched. */
  sendingsMost: 5,
  fetchesMost: 5,
  /** ms from the first photo on after which a task is given up. */
  timeMost: 3 * 86_400_000,
  /** Bytes of what it made, files in it and what they hold unpacked, ms to fetch all, and ms in which something has to come. */
  resultBytes: 20_000_000_000,
  resultFiles: 60_000,
  resultUnpacked: 40_000_000_000,
  /** ms of a processor to take one output out of it. */
  unpackTime: 120_000,
  fetchTime: 3_600_000,
  fetchSilence: 60_000,
  /** Lines of its log that are kept, and characters of one; characters of what it says of a failure. */
  logLines: 300,
  logChars: 300,
  detailChars: 300,
  /** Flights and tasks that one list names, flights that are looked at for it, and their age, ms. */
  listed: 50,
  lookedAt: 500,
  flightsFor: 366 * 86_400_000,
  /** For how long it is remembered how the engine stands, ms, and how long it is waited for that. */
  engineFor: 20_000,
  engineAnswer: 5_000,
} as const;

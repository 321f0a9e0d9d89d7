import { z } from 'zod';
import type { OrderFacts } from '../command/order.ts';
import type { RefusalReason } from '../envelope.ts';
import { stickBounds } from '../flight-control/stick-clip.ts';
import { stickFrame } from '../flight-control/stick-frame.ts';
import { landingFaults, runningLanding, stickLandings, stickStop } from './stick-landing.ts';

/** Address of the connection that takes frames of sticks. */
export const drcSocketPath = '/drc';

/** Why a dock is not asked to open its link for sticks, by what its aircraft does; null: it may be. */
export const offerDrc = ({ airborne, returning, job }: OrderFacts): RefusalReason | null => {
  if (!airborne) return 'droneNotInFlight';
  if (returning) return 'returnRuns';
  return job && !job.paused ? 'routeRuns' : null;
};

/** After how many seconds without a heartbeat docks of a model close their link, as their documents say. */
export const drcSilence: Readonly<Record<string, number>> = { '3-1-0': 300, '3-2-0': 60, '3-3-0': 60 };

/** Why frames of sticks are not passed on any more. */
export const drcEnds = [
  'left',
  'controlGone',
  'unverified',
  'linkLost',
  'dockEnded',
  'landed',
  'gatewayLeft',
] as const;
export type DrcEnd = (typeof drcEnds)[number];

/** Why a single frame is dropped. */
export const frameFaults = [
  'ended',
  'otherHolder',
  'oldEpoch',
  'unverified',
  'outOfOrder',
  'tooOld',
  'fromFuture',
  'tooOften',
  'motorCorner',
  'notCentred',
  'stateStale',
  'clockUnknown',
  'notForwarded',
  'landing',
] as const;

/** How the forwarding of one dock stands. Durations in ms; null: not known. */
export const drcState = z.object({
  /** Frames of the holder are passed on. */
  forwarding: z.boolean(),
  endedBy: z.enum(drcEnds).nullable(),
  /** The sticks were centred once, and no silence came since. */
  armed: z.boolean(),
  /**
   * Frames of the page that went to the dock, and those that were dropped. What the embedded broker was given and did not
   * write to the dock counts as dropped; another broker does not report that, and what it was given counts as passed.
   */
  passed: z.number().int(),
  dropped: z.number().int(),
  /** Why the last frame was dropped. */
  fault: z.enum(frameFaults).nullable(),
  /** By what the last frame that passed was clipped. */
  clipped: z.array(z.enum(stickBounds)),
  /** Sticks are clipped near the height limit and regions; false: place, height or regions are not known. */
  bounded: z.boolean(),
  /** What the dock says of its link: 0 closed, 1 opening, 2 open. */
  dockState: z.number().int().nullable(),
  /** Age of what the dock reported last of its aircraft by this link. */
  heardAgo: z.number().nullable(),
  /** To the dock and back, by its answer to a heartbeat. */
  roundTrip: z.number().nullable(),
  /** From dock to aircraft, by the dock's own word. */
  radioDelay: z.number().nullable(),
  /** It was ordered to land where it is, and nobody has stopped it since. */
  landing: runningLanding.nullable().default(null),
  /** The aircraft was stopped in this run. */
  stop: stickStop.nullable().default(null),
});
export type DrcState = z.output<typeof drcState>;

/** What a page says on its connection. */
export const drcUp = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('frame'), ...stickFrame.shape }),
  /** The answer to a comparison of clocks. `at`: ms of the monotonic clock of the page. */
  z.strictObject({ kind: z.literal('pong'), id: z.number().int(), at: z.number().nonnegative() }),
  /** Emergency stop: the aircraft hovers, and the sticks have to be centred anew. */
  z.strictObject({ kind: z.literal('stop'), epoch: z.number().int().nonnegative() }),
  /** First step of a landing where the aircraft is; it is answered with a nonce and moves nothing. */
  z.strictObject({
    kind: z.literal('askLanding'),
    epoch: z.number().int().nonnegative(),
    landing: z.enum(stickLandings),
  }),
  /** The second step spends the nonce. */
  z.strictObject({
    kind: z.literal('land'),
    epoch: z.number().int().nonnegative(),
    landing: z.enum(stickLandings),
    nonce: z.string().max(64),
  }),
]);
export type DrcUp = z.input<typeof drcUp>;

/**
 * Answer to either step of a landing. A nonce: the second step may follow; no fault and no nonce: it was sent, and the state of
 * the sticks says what became of it.
 */
export const landingAnswer = z.object({
  landing: z.enum(stickLandings),
  nonce: z.string().nullable(),
  fault: z.enum(landingFaults).nullable(),
});
export type LandingAnswer = z.output<typeof landingAnswer>;

/** What a page hears on its connection. */
export const drcDown = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ping'), id: z.number().int() }),
  z.object({ kind: z.literal('state'), state: drcState }),
  z.object({ kind: z.literal('landing'), answer: landingAnswer }),
  /** A message was not taken: the field that is wrong, and the range that it may have. */
  z.object({
    kind: z.literal('refused'),
    field: z.string(),
    least: z.number().nullable(),
    most: z.number().nullable(),
  }),
]);
export type DrcDown = z.output<typeof drcDown>;

import { z } from 'zod';
import { limits } from '../limits.ts';
import { oid, sentInstant } from '../shape.ts';
import { choiceShape, shownChoices } from './choices.ts';
import { shownApproval } from './approval-words.ts';
import { shownBreakPoint } from './break-point.ts';
import { flightStanding } from './phase.ts';
import { shownSeries } from './series-shape.ts';
import { lensWords } from '../route/route-plan.ts';
import { readingFaults } from '../media/photo-facts.ts';
import { videoBrief } from '../media/video-facts.ts';

export const flightStates = ['created', 'inFlight', 'over'] as const;
export type FlightState = (typeof flightStates)[number];
export const flightOutcomes = ['done', 'partly', 'failed', 'cancelled', 'missed', 'unknown'] as const;
export type FlightOutcome = (typeof flightOutcomes)[number];
export const flightEndSources = ['report', 'dockState'] as const;
/** What an aircraft did in the air without an order of its own organisation; by hand: a pilot on site flew it. */
export const unorderedMoves = ['returned', 'halted', 'ended', 'byHand'] as const;
export type UnorderedMove = (typeof unorderedMoves)[number];

/** Reasons of flights whose end was learned from the dock's state: back in the dock, only idle, or never seen to begin. */
export const seenEndReasons = ['endSeenInDock', 'endedUnobserved', 'startNeverSeen'] as const;
export const clarities = ['smooth', 'sd', 'hd', 'uhd'] as const;
export type Clarity = (typeof clarities)[number];
export const lostActions = ['return', 'continue'] as const;

/** What a flight is arranged with: the route, the dock and how it flies. */
export const arrangementShape = {
  routeOID: oid,
  dockOID: oid,
  returnAltitude: z.number().int().min(limits.flight.returnAltitudeMin).max(limits.flight.returnAltitudeMax),
  lostAction: z.enum(lostActions),
  clarity: z.enum(clarities),
  ...choiceShape,
};

/** DJI quality number of a clarity. */
export const clarityQuality: Readonly<Record<Clarity, number>> = { smooth: 1, sd: 2, hd: 3, uhd: 4 };

/** Only these moves exist; anything else is refused with the current state. */
export const flightMoves: Readonly<Record<FlightState, readonly FlightState[]>> = {
  created: ['inFlight', 'over'],
  inFlight: ['over'],
  over: [],
};

export const gateItemNames = [
  'battery',
  'wind',
  'rain',
  'positioning',
  'home',
  'storage',
  'dockIdle',
  'cover',
  'putter',
  'health',
  'maintenance',
  'insurance',
  'airworthy',
  'returnAltitude',
  'heightLimit',
  'terrain',
  'surroundings',
  'lostAction',
  'region',
  'regionHeight',
  'route',
  'model',
  'otherFlight',
  'clock',
  'dataAge',
  'emergencyStop',
  'approval',
  'checklist',
  'people',
  'arrangement',
  'forecastWind',
  'forecastRain',
  'licence',
  'neighbours',
  'series',
] as const;
export type GateItemName = (typeof gateItemNames)[number];

/** Why an item of the gate was not checked; of regions and of the route also why they refuse. */
export const gateReasons = [
  'notTold',
  'stale',
  'modelUnknown',
  'routeModelUnknown',
  'heightUnknown',
  'noTerrain',
  'notLooked',
  'changedSince',
  'dockMoved',
  'surfaceUnread',
  'noRegions',
  'placeUnknown',
  'groundUnknown',
  'insideNoFly',
  'outsideKeepIn',
  'landsInNoLanding',
  'noRecord',
  'obstacle',
  'routeBlocked',
  'fileChanged',
  'approvalMissing',
  'approvalWaiting',
  'approvalRejected',
  'approvalStale',
  'checklistOpen',
  'checklistRefused',
  'onlyAtStart',
  'noForecast',
  'forecastFailed',
  'beyondForecast',
  'tooClose',
  'tooMany',
  'partWaits',
  'partFailed',
  'partSoon',
] as const;
export type GateReason = (typeof gateReasons)[number];

/** That people let a flight begin although an item is in its way. */
export const gateWaived = z.object({
  reason: z.string(),
  by: z.string(),
  /** The second person, where the rule asks for two; null: it asks for one. */
  confirmedBy: z.string().nullable(),
  until: z.number(),
});
export type GateWaived = z.output<typeof gateWaived>;

export const gateItem = z.object({
  item: z.enum(gateItemNames),
  verdict: z.enum(['passed', 'failed', 'notChecked']),
  /** Why it was not checked, and of regions why it failed; else null. */
  reason: z.enum(gateReasons).nullable(),
  /** Does it keep the aircraft on the ground; false: it only warns. */
  blocks: z.boolean(),
  value: z.union([z.string(), z.number()]).nullable(),
  limit: z.union([z.string(), z.number()]).nullable(),
  /** How long ago what it rests on was told, ms; null where it does not age or was never told. */
  ageMs: z.number().nullable(),
  /** It keeps the aircraft on the ground, and people may waive it. */
  waivable: z.boolean().optional(),
  /** It would keep the aircraft on the ground, and people have waived it. */
  waived: gateWaived.optional(),
});
export type GateItem = z.output<typeof gateItem>;

/** How a run that is to come stands by its verdict. */
export const runStandings = ['clear', 'open', 'blocked'] as const;
export type RunStanding = (typeof runStandings)[number];

/** A point to which an aircraft takes off: metres above take-off, m/s. */
export const flightTarget = z.object({
  lng: z.number(),
  lat: z.number(),
  height: z.number(),
  safeHeight: z.number(),
  maxSpeed: z.number(),
});
export type FlightTarget = z.output<typeof flightTarget>;

export const flightRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  /** Null of a flight by hand, which belongs to no task and flies no route. */
  taskOID: oid.nullable(),
  taskName: z.string().nullable(),
  routeOID: oid.nullable(),
  routeName: z.string().nullable(),
  /** Where a flight by hand was sent at its take-off, in metres above it; null: it flies a route. */
  takeOffTo: flightTarget.nullable(),
  dockOID: oid,
  dockName: z.string(),
  droneOID: oid.nullable(),
  droneName: z.string().nullable(),
  state: z.enum(flightStates),
  outcome: z.enum(flightOutcomes).nullable(),
  /** Why it ended other than well, or how its end was learned: a device code as text or one of our reasons. */
  outcomeReason: z.string().nullable(),
  /** From what its end is known: the dock's report, or the dock's state where no report came; null while open. */
  learnedBy: z.enum(flightEndSources).nullable(),
  /** What its aircraft did without an order of its own organisation; null: nothing. */
  unordered: z.enum(unorderedMoves).nullable(),
  /** The same in words, in the caller's language. */
  outcomeMessage: z.string().nullable(),
  paused: z.boolean(),
  /** The device's number for why its route was interrupted; null: it was not, or nobody said. */
  breakReason: z.number().int().nullable(),
  /** Where it left its route; null: it flew it to the end, or its dock named no place. */
  breakPoint: shownBreakPoint.nullable(),
  /** Where on its route it begins; null: at the first waypoint. */
  startsAt: shownBreakPoint.nullable(),
  /** The flight that was broken off and whose rest this one flies. */
  continuesOID: oid.nullable(),
  /** The flight that flies, or flew, the rest of this one. */
  continuedByOID: oid.nullable(),
  /** Under legal hold since then: no rule deletes it or its files. */
  heldAt: sentInstant.nullable(),
  heldBy: z.string().nullable(),
  heldReason: z.string(),
  /** Null: it was arranged alone. */
  series: shownSeries.nullable(),
  returnAltitude: z.number(),
  lostAction: z.enum(lostActions),
  clarity: z.enum(clarities),
  executor: z.string(),
  ...shownChoices,
  createdAt: sentInstant,
  startTime: sentInstant.nullable(),
  endTime: sentInstant.nullable(),
  /** Metres flown. */
  distance: z.number(),
  /** Seconds airborne. */
  duration: z.number(),
  percent: z.number().nullable(),
  step: z.number().int().nullable(),
  missionState: z.number().int().nullable(),
  /** Place among the waypoints of all lines, from 0. */
  currentWaypoint: z.number().int().nullable(),
  /** The line of the route file that the aircraft reported last, by its number there. */
  currentWayline: z.number().int().nullable(),
  waypointCount: z.number().int(),
  ...flightStanding,
  mediaExpected: z.number().int().nullable(),
  /** Its dock said that it uploads the files of this flight first. */
  mediaFirst: z.boolean(),
  mediaReceived: z.number().int(),
  /** Set when the server restarted during the flight: when the dock confirmed the state again. */
  confirmedAt: sentInstant.nullable(),
  /** Who approved it and when, or how its approval stands; null: none was asked for. */
  approval: shownApproval.nullable(),
  gate: z.array(gateItem).nullable(),
  allowed: z.array(z.string()),
});
export type FlightRecord = z.output<typeof flightRecord>;

export const mediaRecord = z.object({
  oid,
  flightOID: oid.nullable(),
  name: z.string(),
  kind: z.enum(['photo', 'video', 'other']),
  size: z.number(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  absoluteAltitude: z.number().nullable(),
  relativeAltitude: z.number().nullable(),
  gimbalYaw: z.number().nullable(),
  shotAt: sentInstant.nullable(),
  createdAt: sentInstant,
  /** Pixels as stored, and the lens it was taken through; null: not known, or not yet read. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  lens: z.enum(lensWords).nullable(),
  /** Whether the file itself has been read: the small picture is there then. None: there is nothing to read in it. */
  reading: z.enum(['waiting', 'done', 'failed', 'none']),
  /** Why it could not be read, or has no small picture. */
  readingFault: z.enum(readingFaults).nullable(),
  /** What a video says of itself; null: it is none, or has not been read. */
  video: videoBrief.nullable(),
  /** Address of the picture on this server; the session cookie opens it. */
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
});
export type MediaRecord = z.output<typeof mediaRecord>;

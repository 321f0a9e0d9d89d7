import { z } from 'zod';
import { oid, sentInstant } from '../shape.ts';

/** Why a photo of a mapping flight is not on the map. */
export const mosaicFaults = [
  'placeMissing',
  'headingMissing',
  'heightMissing',
  'focalMissing',
  'oblique',
  'otherLens',
  'tooMany',
  'notDrawn',
] as const;
export type MosaicFault = (typeof mosaicFaults)[number];

/** `live`: photos are still coming; `kept`: it is a layer now; `removed`: people deleted it. */
const mosaicStates = ['live', 'kept', 'removed', 'failed'] as const;

/** The map that is made of the photos of one flight. */
export const mosaicRecord = z.object({
  flightOID: oid,
  taskName: z.string().nullable(),
  dockName: z.string().nullable(),
  layerOID: oid.nullable(),
  state: z.enum(mosaicStates),
  /** Photos that lie on the map, and those that have arrived and are not on it yet. */
  placed: z.number().int(),
  waiting: z.number().int(),
  left: z.array(z.object({ fault: z.enum(mosaicFaults), count: z.number().int() })),
  updatedAt: sentInstant,
});
export type MosaicRecord = z.output<typeof mosaicRecord>;

/** What maps from photos are bound by. */
export const mosaicLimits = {
  /** How often photos are looked for that are not on a map, ms, and how long a server may be at some. */
  every: 2_000,
  workFor: 120_000,
  /** Photos that are laid at once, and those of one map. */
  photosAtOnce: 24,
  photos: 4_000,
  /** After each failure half as many are laid at once, the first time after this pause, ms, then after twice as long. */
  failedPause: 15_000,
  /** After so many failures it is a single one; it is left out when it fails alone. */
  failuresMost: 5,
  /** Flights that ended longer ago, ms, get no map. */
  flightsFor: 2 * 86_400_000,
  /** A map is said to be made for so long after its last photo, ms. */
  liveFor: 600_000,
  /** The flattest view that is laid on a map, degrees below the horizon, and the most slanting that a spot is seen in it. */
  leastDown: 45,
  slant: 2.2,
  /** Levels of tiles: the finest and the coarsest there may be, and how many there are. */
  zoomMost: 21,
  zoomLeast: 10,
  levels: 6,
  /** Steps of one tile between heights of the ground. */
  groundSteps: 8,
  /** What drawing may take: ms of a processor, MB of objects and in all. The process stays so long without work, ms. */
  time: 60_000,
  heap: 256,
  memory: 800,
  idle: 20_000,
  /** Maps that one list names. */
  listed: 50,
} as const;

import { bearing, destination, wrapLongitude, type Obstacle, type Place } from '@eyrie/geometry';
import type { PathLeg } from './flight-path.ts';
import type { Ground } from './resolved.ts';

/** Samples of a leg, both ends counted, at least. */
const samplesLeast = 100;
/** Metres between two samples at most: a cell of common terrain. */
const stepMost = 30;
/** Straight in degrees up to this long, metres: a great circle bows 2 cm over it at 60°. */
const straightMost = 1_000;

/** The same where something may stand: half of what its cells are wide, so that no mast is stepped over. */
const stepAmongObstacles = 1;
const amongObstaclesMost = 100_000;

/** How many samples a leg of so many metres gets. */
export const sampleCount = (metres: number, amongObstacles = false): number => {
  const step = amongObstacles ? Math.max(stepAmongObstacles, metres / amongObstaclesMost) : stepMost;
  return Math.max(samplesLeast, Math.ceil(metres / step) + 1);
};

interface Spot {
  lng: number;
  lat: number;
}

/**
 * The place at a share 0…1 of a leg along its great circle, made ready to be asked often. Into `spot` where one is given: a check
 * asks for a hundred thousand places, and keeps none of them.
 */
export function placeOnLeg({
  from,
  to,
  ground,
}: Pick<PathLeg, 'from' | 'to' | 'ground'>): (share: number, spot?: Spot) => Place {
  const pieces = Math.max(1, Math.ceil(ground / straightMost));
  const azimuth = pieces === 1 ? 0 : bearing(from, to);
  const nodes = Array.from({ length: pieces + 1 }, (_, at): Place => {
    if (at === 0) return from;
    return at === pieces ? to : destination(from, azimuth, (ground * at) / pieces);
  });
  const turns = nodes.slice(1).map(({ lng }, at) => wrapLongitude(lng - (nodes[at] as Place).lng));
  return (share, spot = { lng: 0, lat: 0 }) => {
    const at = Math.min(pieces - 1, Math.floor(share * pieces));
    const [a, b] = [nodes[at] as Place, nodes[at + 1] as Place];
    const part = share * pieces - at;
    const lng = a.lng + (turns[at] as number) * part;
    spot.lng = lng >= -180 && lng < 180 ? lng : wrapLongitude(lng);
    spot.lat = a.lat + (b.lat - a.lat) * part;
    return spot;
  };
}

/** Metres of what stands highest at a place above the sea: ground or building. Null: neither is known. */
export function topAt(ground: Ground, place: Place): number | null {
  const height = ground.height(place);
  const obstacle = ground.obstacles?.topAt(place) ?? null;
  if (height === null || obstacle === null) return height ?? obstacle;
  return Math.max(height, obstacle);
}

/** Metres by which something is higher than the ground before it is named: models carry the ground as well. */
const standsOut = 1;

/** What is highest at a place, where that is no ground. */
function obstacleAt(ground: Ground, place: Place): Obstacle | null {
  const found = ground.obstacles?.at(place) ?? null;
  const height = ground.height(place);
  return found && (height === null || found.top > height + standsOut) ? found : null;
}

/** Lowest clearance of a leg. */
export interface LegClearance {
  /** Metres above ground and buildings; null: not known anywhere on it. */
  readonly lowest: number | null;
  readonly at: Place | null;
  readonly share: number;
  /** What stands there; null: it is the ground. */
  readonly obstacle: Obstacle | null;
  /** Samples whose ground or height is not known, of so many. */
  readonly unknown: number;
  readonly samples: number;
}

/** Metres between the leg and what is below it at a share of it; NaN: not known. */
function clearanceOn(leg: PathLeg, ground: Ground): (share: number) => number {
  const [low, high] = [leg.from.sea, leg.to.sea];
  if (low === null || high === null) return () => Number.NaN;
  const place = placeOnLeg(leg);
  const spot: Spot = { lng: 0, lat: 0 };
  return (share) => low + (high - low) * share - (topAt(ground, place(share, spot)) ?? Number.NaN);
}

/** Steps by which the lowest place between samples is closed in on: to a millionth of a step. */
const narrowings = 32;

/** The lowest clearance near a sample: samples step over what is lowest between them. */
function narrowed(
  clear: (share: number) => number,
  from: number,
  to: number,
): [share: number, lowest: number] {
  let [low, high] = [from, to];
  for (let i = 0; i < narrowings; i += 1) {
    const a = low + (high - low) / 3;
    const b = high - (high - low) / 3;
    // What is not known is never the lower one.
    if (clear(a) > clear(b)) low = a;
    else high = b;
  }
  const share = (low + high) / 2;
  return [share, clear(share)];
}

/** Metres between neighbouring samples that are level with one another: over flat ground there is nothing to close in on. */
const level = 1e-6;

/** Samples beside which the leg may come lower than the lowest of all: they are lower than their neighbours, by no more than these differ. */
function dips(values: Float64Array, count: number, lowest: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const value = values[i] as number;
    const before = i > 0 ? (values[i - 1] as number) : value;
    const after = i < count - 1 ? (values[i + 1] as number) : value;
    if (value > before || value > after) continue;
    const steep = Math.max(before - value || 0, after - value || 0);
    if (steep > level && value <= lowest + steep) found.push(i);
  }
  return found;
}

/** Values of one leg, used again for the next: thousands of small arrays would only be thrown away. */
let scratch = new Float64Array(1_024);

/**
 * The lowest clearance of a leg over ground and buildings, from 100 samples and more (one each 30 m at least), closed in on around
 * those that are lower than their neighbours. What is not known is counted, never taken for zero.
 */
export function legClearance(leg: PathLeg, ground: Ground): LegClearance {
  const built = ground.obstacles?.between(leg.from, leg.to) ?? false;
  const samples = leg.ground < 1e-3 ? 2 : sampleCount(leg.ground, built);
  if (scratch.length < samples) scratch = new Float64Array(2 * samples);
  const values = scratch;
  const clear = clearanceOn(leg, ground);
  const step = 1 / (samples - 1);
  let [unknown, at, lowest] = [0, -1, Infinity];
  for (let i = 0; i < samples; i += 1) {
    const value = clear(i * step);
    values[i] = value;
    if (Number.isNaN(value)) unknown += 1;
    else if (value < lowest) {
      lowest = value;
      at = i;
    }
  }
  if (at < 0) return { lowest: null, at: null, share: 0, obstacle: null, unknown, samples };
  let share = at * step;
  for (const dip of dips(values, samples, lowest)) {
    const [closer, found] = narrowed(clear, Math.max(0, (dip - 1) * step), Math.min(1, (dip + 1) * step));
    if (found < lowest) [share, lowest] = [closer, found];
  }
  const place = placeOnLeg(leg)(share);
  return { lowest, at: place, share, obstacle: obstacleAt(ground, place), unknown, samples };
}

/**
 * Clearances of a flight by its legs; null for those that have none to keep: over the dock itself it is nothing, and has to be, and
 * straight up or down at a point it is that of the point.
 */
export const pathClearances = (path: readonly PathLeg[], ground: Ground): (LegClearance | null)[] =>
  path.map((leg) => {
    const onLine = leg.phase === 'line' || leg.phase === 'between';
    const across = leg.phase !== 'climb' && leg.phase !== 'descent' && leg.ground > 1e-3;
    return onLine || across ? legClearance(leg, ground) : null;
  });

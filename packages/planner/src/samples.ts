import { bearing, destination, wrapLongitude, type Place } from '@eyrie/geometry';
import type { PathLeg } from './flight-path.ts';
import type { Ground } from './resolved.ts';

/** Samples of a leg, both ends counted, at least. */
const samplesLeast = 100;
/** Metres between two samples at most: a cell of common terrain. */
const stepMost = 30;
/** Straight in degrees up to this long, metres: a great circle bows 2 cm over it at 60°. */
const straightMost = 1_000;

/** How many samples a leg of so many metres gets. */
export const sampleCount = (metres: number): number =>
  Math.max(samplesLeast, Math.ceil(metres / stepMost) + 1);

/** The place at a share 0…1 of a leg along its great circle, made ready to be asked often. */
export function placeOnLeg({
  from,
  to,
  ground,
}: Pick<PathLeg, 'from' | 'to' | 'ground'>): (share: number) => Place {
  const pieces = Math.max(1, Math.ceil(ground / straightMost));
  if (pieces === 1) {
    const [lng, lat] = [wrapLongitude(to.lng - from.lng), to.lat - from.lat];
    return (share) => ({ lng: wrapLongitude(from.lng + lng * share), lat: from.lat + lat * share });
  }
  const azimuth = bearing(from, to);
  const nodes = Array.from({ length: pieces + 1 }, (_, at) =>
    at === pieces ? to : destination(from, azimuth, (ground * at) / pieces),
  );
  return (share) => {
    const at = Math.min(pieces - 1, Math.floor(share * pieces));
    const [a, b] = [nodes[at] as Place, nodes[at + 1] as Place];
    const part = share * pieces - at;
    return {
      lng: wrapLongitude(a.lng + wrapLongitude(b.lng - a.lng) * part),
      lat: a.lat + (b.lat - a.lat) * part,
    };
  };
}

/** Metres of what stands highest at a place above the sea: ground or building. Null: the ground is not known. */
export function topAt(ground: Ground, place: Place): number | null {
  const height = ground.height(place);
  if (height === null) return null;
  const obstacle = ground.obstacle?.(place) ?? null;
  return obstacle === null ? height : Math.max(height, obstacle);
}

/** Lowest clearance of a leg. */
export interface LegClearance {
  /** Metres above ground and buildings; null: not known anywhere on it. */
  readonly lowest: number | null;
  readonly at: Place | null;
  readonly share: number;
  /** Samples whose ground or height is not known, of so many. */
  readonly unknown: number;
  readonly samples: number;
}

/** Metres between the leg and what is below it at a share of it; null: not known. */
function clearanceOn(leg: PathLeg, ground: Ground): (share: number) => number | null {
  const place = placeOnLeg(leg);
  const [low, high] = [leg.from.sea, leg.to.sea];
  if (low === null || high === null) return () => null;
  return (share) => {
    const top = topAt(ground, place(share));
    return top === null ? null : low + (high - low) * share - top;
  };
}

/** Steps by which the lowest place between samples is closed in on: to a millionth of a step. */
const narrowings = 32;

/** The lowest clearance near a sample: samples step over what is lowest between them. */
function narrowed(clear: (share: number) => number | null, from: number, to: number): [number, number] {
  let [low, high] = [from, to];
  for (let i = 0; i < narrowings; i += 1) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if ((clear(a) ?? Infinity) <= (clear(b) ?? Infinity)) high = b;
    else low = a;
  }
  const share = (low + high) / 2;
  return [share, clear(share) ?? Infinity];
}

/** Metres between neighbouring samples that are level with one another: over flat ground there is nothing to close in on. */
const level = 1e-6;

/** Samples beside which the leg may come lower than the lowest of all: they are lower than their neighbours, by no more than these differ. */
function dips(values: readonly (number | null)[], lowest: number): number[] {
  const found: number[] = [];
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    const [before, after] = [values[i - 1] ?? value, values[i + 1] ?? value];
    const steep = Math.max(Math.abs(before - value), Math.abs(after - value));
    if (steep > level && value <= before && value <= after && value <= lowest + steep) found.push(i);
  }
  return found;
}

/**
 * The lowest clearance of a leg over ground and buildings, from 100 samples and more (one each 30 m at least), closed in on around
 * those that are lower than their neighbours. What is not known is counted, never taken for zero.
 */
export function legClearance(leg: PathLeg, ground: Ground): LegClearance {
  const samples = leg.ground < 1e-3 ? 2 : sampleCount(leg.ground);
  const clear = clearanceOn(leg, ground);
  const values: (number | null)[] = [];
  let [unknown, at, lowest] = [0, -1, Infinity];
  for (let i = 0; i < samples; i += 1) {
    const value = clear(i / (samples - 1));
    values.push(value);
    if (value === null) unknown += 1;
    else if (value < lowest) [lowest, at] = [value, i];
  }
  if (at < 0) return { lowest: null, at: null, share: 0, unknown, samples };
  const step = 1 / (samples - 1);
  let share = at * step;
  for (const dip of dips(values, lowest)) {
    const [closer, found] = narrowed(clear, Math.max(0, (dip - 1) * step), Math.min(1, (dip + 1) * step));
    if (found < lowest) [share, lowest] = [closer, found];
  }
  return { lowest, at: placeOnLeg(leg)(share), share, unknown, samples };
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

import { destination, joinShares, sharesWithin, type Place, type Share } from '@eyrie/geometry';
import { limits } from '../limits.ts';
import type { GateRegion } from '../region/region-gate.ts';
import { holdsWithin } from '../region/region.ts';
import type { Sticks } from './stick-frame.ts';

/** By what sticks were clipped. */
export const stickBounds = ['height', 'region'] as const;
export type StickBound = (typeof stickBounds)[number];

/** Where an aircraft is that is flown by sticks, and what bounds it. */
export interface StickRoom {
  at: Place;
  /** Where it looks, degrees clockwise from north. */
  head: number;
  /** Metres above take-off, and above the sea; null: not known. */
  elevation: number | null;
  sea: number | null;
  /** Metres above take-off that it is set to keep below; null: not known. */
  heightLimit: number | null;
  regions: readonly GateRegion[];
  /** Epoch ms. */
  now: number;
}

const { heightKeep, heightSlow, borderKeep, borderSlow } = limits.drc.room;
/** Metres along which the way back is looked for. */
const far = 20_000;

/** What is left of a deflection with so much room ahead of it. */
const share = (room: number, keep: number, slow: number): number =>
  Math.max(0, Math.min(1, (room - keep) / slow));

/** Whether a region counts at this height. What is not known of it counts as near. */
const counts = ({ floor, ceiling, heightReference }: GateRegion, sea: number | null): boolean => {
  if (heightReference !== 'sea' || sea === null) return true;
  return sea >= (floor ?? -Infinity) - heightKeep && sea <= (ceiling ?? Infinity) + heightKeep;
};

const slack = 1e-6;
const sharesOf = (regions: readonly GateRegion[], from: Place, to: Place): Share[] =>
  joinShares(
    regions.flatMap(({ zone }) => sharesWithin(zone, from, to)),
    slack,
  );
const begins = (shares: readonly Share[]): Share | undefined => shares.find(([from]) => from <= slack);

/** Metres of free way ahead. Inside of what it should keep out of, all of it where the way out is the shorter one. */
const freeOfNoFly = (
  regions: readonly GateRegion[],
  { at, head }: Pick<StickRoom, 'at' | 'head'>,
): number => {
  const ahead = sharesOf(regions, at, destination(at, head, far));
  const inside = begins(ahead);
  if (!inside) return (ahead[0]?.[0] ?? 1) * far;
  const behind = begins(sharesOf(regions, at, destination(at, head + 180, far)));
  return inside[1] <= (behind?.[1] ?? 0) + slack ? far : 0;
};

/** Metres until it would leave what it should keep in. Outside of it, all of it where the way leads there. */
const freeOfKeepIn = (
  regions: readonly GateRegion[],
  { at, head }: Pick<StickRoom, 'at' | 'head'>,
): number => {
  if (regions.length === 0) return far;
  const ahead = sharesOf(regions, at, destination(at, head, far));
  const inside = begins(ahead);
  if (inside) return inside[1] * far;
  return ahead.length > 0 ? far : 0;
};

const flat = (sticks: Sticks, room: StickRoom): number => {
  const { roll, pitch } = sticks;
  const size = Math.hypot(roll, pitch);
  if (size === 0) return 1;
  const way = { at: room.at, head: room.head + (Math.atan2(roll, pitch) * 180) / Math.PI };
  const held = room.regions.filter((one) => holdsWithin(one, room.now, room.now) && counts(one, room.sea));
  const kind = (wanted: GateRegion['kind']): GateRegion[] => held.filter((one) => one.kind === wanted);
  const free = Math.min(freeOfNoFly(kind('noFly'), way), freeOfKeepIn(kind('keepIn'), way));
  // By the deflection that it would have alone: half a stick brakes on half the way.
  return Math.min(1, share(free, borderKeep, borderSlow) / Math.min(1, size));
};

/**
 * Sticks as they are passed on near the height limit and near borders of regions: less of what leads there, and nothing
 * of what leads beyond. What leads down, and what leads back, is never clipped.
 */
export const clipSticks = (sticks: Sticks, room: StickRoom): { sticks: Sticks; by: StickBound[] } => {
  const { elevation, heightLimit } = room;
  const above =
    elevation === null || heightLimit === null ? 1 : share(heightLimit - elevation, heightKeep, heightSlow);
  const throttle = Math.min(sticks.throttle, Math.max(0, above));
  const part = flat(sticks, room);
  const by: StickBound[] = [];
  if (throttle < sticks.throttle) by.push('height');
  if (part < 1) by.push('region');
  return {
    sticks: { ...sticks, throttle, roll: sticks.roll * part + 0, pitch: sticks.pitch * part + 0 },
    by,
  };
};

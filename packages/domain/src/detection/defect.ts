import { distance, type Place } from '@eyrie/geometry';
import type { Box } from './detection.ts';

/** One finding as it bears on which defect it belongs to. */
export interface Sighting {
  oid: string;
  mediaOID: string;
  class: string;
  box: Box;
  /** Where it lies on the ground; null: its photo does not say. */
  place: Place | null;
  /** Metres around `place`. */
  radius: number;
  /** A mark that a person gave: those with the same one are one defect, those with different ones are not. */
  hand: string | null;
}

export const defectRules = {
  /** Metres: what is known no better is never joined by place. */
  radiusMost: 20,
  /** Two places are one within so many times both radii together. */
  gate: 1.4,
  /** Two boxes of one picture are one thing from this share of what both cover. */
  overlap: 0.4,
} as const;

/** Metres between two sightings that may be one thing by their places, at the most. */
export const gateMost = defectRules.gate * Math.SQRT2 * defectRules.radiusMost;

/** The share of two boxes of what both cover, 0 to 1. */
export const overlapOf = (a: Box, b: Box): number => {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const shared = across > 0 && down > 0 ? across * down : 0;
  return shared / (a.width * a.height + b.width * b.height - shared);
};

/** Two things of one picture, which no place makes one. */
const isApart = (a: Sighting, b: Sighting): boolean =>
  a.mediaOID === b.mediaOID && overlapOf(a.box, b.box) < defectRules.overlap;

const isPlaced = (one: Sighting): one is Sighting & { place: Place } =>
  one.place !== null && one.radius <= defectRules.radiusMost;

/** How far apart two sightings are, 1 at the edge of what both errors allow; null: not one thing by place. */
export const nearness = (a: Sighting, b: Sighting): number | null => {
  if (a.class !== b.class || isApart(a, b)) return null;
  if (a.mediaOID === b.mediaOID) return 0;
  if (!isPlaced(a) || !isPlaced(b)) return null;
  const near = distance(a.place, b.place) / (defectRules.gate * Math.hypot(a.radius, b.radius));
  return near <= 1 ? near : null;
};

const byOID = (a: Sighting, b: Sighting): number => (a.oid < b.oid ? -1 : a.oid > b.oid ? 1 : 0);

interface Pair {
  a: number;
  b: number;
  near: number;
}

/** Pairs that are near, the nearest first. */
function nearPairs(all: readonly Sighting[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [a, one] of all.entries())
    for (let b = a + 1; b < all.length; b += 1) {
      const near = nearness(one, all[b] as Sighting);
      if (near !== null) pairs.push({ a, b, near });
    }
  return pairs.toSorted((one, other) => one.near - other.near || one.a - other.a || one.b - other.b);
}

interface Group {
  members: Sighting[];
  hand: string | null;
}

/** Whether two groups are one thing: every pair is near. To what a person joined, whatever is near one of it belongs. */
function joins(a: Group, b: Group): boolean {
  if (a.hand !== null && b.hand !== null) return false;
  const free = a.hand === null ? a.members : b.members;
  const other = a.hand === null ? b : a;
  if (other.hand !== null)
    return free.every(
      (one) =>
        other.members.every((two) => !isApart(one, two)) &&
        other.members.some((two) => nearness(one, two) !== null),
    );
  return free.every((one) => other.members.every((two) => nearness(one, two) !== null));
}

/** Which group each sighting is in; what people joined is one from the beginning. */
function begun(all: readonly Sighting[]): Group[] {
  const byHand = new Map<string, Group>();
  return all.map((one) => {
    const known = one.hand === null ? undefined : byHand.get(one.hand);
    if (known) {
      known.members.push(one);
      return known;
    }
    const group: Group = { members: [one], hand: one.hand };
    if (one.hand !== null) byHand.set(one.hand, group);
    return group;
  });
}

/**
 * Findings as defects: one for each thing, with everything that was seen of it. It depends on the findings alone, not on the order
 * in which they came: the nearest pairs are joined first, and a group only where every pair of it is within both errors.
 */
export function mergedSightings<One extends Sighting>(sightings: readonly One[]): One[][] {
  const all = sightings.toSorted(byOID);
  const groupOf = begun(all);
  for (const { a, b } of nearPairs(all)) {
    const [one, other] = [groupOf[a] as Group, groupOf[b] as Group];
    if (one === other || !joins(one, other)) continue;
    const [kept, gone] = other.hand === null ? [one, other] : [other, one];
    kept.members.push(...gone.members);
    const moved = new Set(gone.members.map(({ oid }) => oid));
    for (const [index, { oid }] of all.entries()) if (moved.has(oid)) groupOf[index] = kept;
  }
  return [...new Set(groupOf)].map(({ members }) => members.toSorted(byOID) as One[]);
}

/** Sightings that any chain of near ones, or of one mark, connects with some of them: beyond these nothing changes with them. */
export function connectedWith<One extends Sighting>(all: readonly One[], seeds: ReadonlySet<string>): One[] {
  const left = new Set(all.filter(({ oid }) => !seeds.has(oid)));
  const found = all.filter(({ oid }) => seeds.has(oid));
  for (const one of found)
    for (const other of left)
      if ((one.hand !== null && one.hand === other.hand) || nearness(one, other) !== null) {
        left.delete(other);
        found.push(other);
      }
  return found;
}

/** Where a defect lies by all that was seen of it: the better a place is known, the more it counts. */
export function placeOfDefect(
  sightings: readonly Pick<Sighting, 'place' | 'radius'>[],
): (Place & { radius: number }) | null {
  const placed = sightings.flatMap(({ place, radius }) => (place ? [{ ...place, radius }] : []));
  const [first] = placed;
  if (!first) return null;
  let [weights, east, north] = [0, 0, 0];
  for (const { lng, lat, radius } of placed) {
    const weight = 1 / Math.max(radius, 0.01) ** 2;
    weights += weight;
    east += weight * (((lng - first.lng + 540) % 360) - 180);
    north += weight * (lat - first.lat);
  }
  const lng = ((first.lng + east / weights + 540) % 360) - 180;
  // Photos of one flight err together: many do not make a place better than the best of them.
  return { lng, lat: first.lat + north / weights, radius: Math.min(...placed.map(({ radius }) => radius)) };
}

/** Which known defect each group goes on as: that of most of its members, and no defect twice. Null: a new one. */
export function defectOfGroups(
  groups: readonly (readonly { defectOID: string | null }[])[],
): (string | null)[] {
  const shares = groups.flatMap((members, group) => {
    const counts = new Map<string, number>();
    for (const { defectOID } of members)
      if (defectOID !== null) counts.set(defectOID, (counts.get(defectOID) ?? 0) + 1);
    return [...counts].map(([oid, count]) => ({ group, oid, count }));
  });
  const kept: (string | null)[] = groups.map(() => null);
  const taken = new Set<string>();
  for (const { group, oid } of shares.toSorted((a, b) => b.count - a.count || (a.oid < b.oid ? -1 : 1))) {
    if (kept[group] !== null || taken.has(oid)) continue;
    kept[group] = oid;
    taken.add(oid);
  }
  return kept;
}

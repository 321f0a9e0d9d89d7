import type { PlanArea, RoutePlan } from '@eyrie/domain';
import { interpolate, type Place } from '@eyrie/geometry';

/** Which outline of an area: of a part, a hole in it, a forbidden one, or the line of a corridor or facade. */
export type RingName =
  | { readonly kind: 'outer'; readonly part: number }
  | { readonly kind: 'hole'; readonly part: number; readonly hole: number }
  | { readonly kind: 'forbidden'; readonly ring: number }
  | { readonly kind: 'line' };

type Ring = PlanArea['line'];

const plain = ({ lng, lat }: Place): Place => ({ lng, lat });

/** Corners of an outline; null: there is none of that name. */
export function ringOf({ area }: Pick<RoutePlan, 'area'>, name: RingName): readonly Place[] | null {
  switch (name.kind) {
    case 'outer':
      return area.parts[name.part]?.outer ?? null;
    case 'hole':
      return area.parts[name.part]?.holes[name.hole] ?? null;
    case 'forbidden':
      return area.forbidden[name.ring] ?? null;
    default:
      return area.line;
  }
}

/** Every outline of an area, for drawing and picking. */
export const ringNames = ({ area }: Pick<RoutePlan, 'area'>): RingName[] => [
  ...area.parts.flatMap(({ holes }, part): RingName[] => [
    { kind: 'outer', part },
    ...holes.map((_, hole): RingName => ({ kind: 'hole', part, hole })),
  ]),
  ...area.forbidden.map((_, ring): RingName => ({ kind: 'forbidden', ring })),
  ...(area.line.length > 0 ? [{ kind: 'line' } as const] : []),
];

const replaced = (area: PlanArea, name: RingName, ring: Ring): PlanArea => {
  switch (name.kind) {
    case 'outer': {
      const part = area.parts[name.part];
      return part ? { ...area, parts: area.parts.with(name.part, { ...part, outer: ring }) } : area;
    }
    case 'hole': {
      const part = area.parts[name.part];
      if (!part) return area;
      const holes = part.holes.with(name.hole, ring);
      return { ...area, parts: area.parts.with(name.part, { ...part, holes }) };
    }
    case 'forbidden':
      return { ...area, forbidden: area.forbidden.with(name.ring, ring) };
    default:
      return { ...area, line: ring };
  }
};

/** Sets all corners of an outline. */
export const setRing = (plan: RoutePlan, name: RingName, ring: readonly Place[]): RoutePlan =>
  ringOf(plan, name) ? { ...plan, area: replaced(plan.area, name, ring.map(plain)) } : plan;

/** Adds a corner before the one that is at `index` now, or as the last one. */
export function addCorner(plan: RoutePlan, name: RingName, place: Place, index?: number): RoutePlan {
  const ring = ringOf(plan, name);
  return ring ? setRing(plan, name, ring.toSpliced(index ?? ring.length, 0, plain(place))) : plan;
}

/** Adds a corner in the middle of an edge, or where that was dragged to. An outline has an edge from its last corner too. */
export function insertCorner(plan: RoutePlan, name: RingName, edge: number, place?: Place): RoutePlan {
  const ring = ringOf(plan, name);
  const from = ring?.[edge];
  const to = ring?.[name.kind === 'line' ? edge + 1 : (edge + 1) % ring.length];
  if (!from || !to) return plan;
  const middle = interpolate({ ...from, height: 0 }, { ...to, height: 0 }, 0.5);
  return addCorner(plan, name, place ?? middle, edge + 1);
}

export function moveCorner(plan: RoutePlan, name: RingName, index: number, place: Place): RoutePlan {
  const ring = ringOf(plan, name);
  return ring?.[index] ? setRing(plan, name, ring.with(index, plain(place))) : plan;
}

/** Removes corners; an outline that has none left goes too. */
export function removeCorners(plan: RoutePlan, name: RingName, indexes: readonly number[]): RoutePlan {
  const ring = ringOf(plan, name);
  if (!ring) return plan;
  const left = ring.filter((_, index) => !indexes.includes(index));
  if (left.length === ring.length) return plan;
  return left.length === 0 ? removeRing(plan, name) : setRing(plan, name, left);
}

/** Adds an area to be covered. */
export const addPart = (plan: RoutePlan, outer: readonly Place[]): RoutePlan => ({
  ...plan,
  area: { ...plan.area, parts: [...plan.area.parts, { outer: outer.map(plain), holes: [] }] },
});

/** Adds a hole that is not to be covered. */
export function addHole(plan: RoutePlan, part: number, hole: readonly Place[]): RoutePlan {
  const found = plan.area.parts[part];
  if (!found) return plan;
  const holes = [...found.holes, hole.map(plain)];
  return { ...plan, area: { ...plan.area, parts: plan.area.parts.with(part, { ...found, holes }) } };
}

/** Adds an area that is never flown over. */
export const addForbidden = (plan: RoutePlan, ring: readonly Place[]): RoutePlan => ({
  ...plan,
  area: { ...plan.area, forbidden: [...plan.area.forbidden, ring.map(plain)] },
});

/** Removes an outline; with an outer one its holes go. */
function removeRing(plan: RoutePlan, name: RingName): RoutePlan {
  const { area } = plan;
  if (!ringOf(plan, name)) return plan;
  switch (name.kind) {
    case 'outer':
      return { ...plan, area: { ...area, parts: area.parts.toSpliced(name.part, 1) } };
    case 'hole': {
      const part = area.parts[name.part];
      if (!part) return plan;
      const parts = area.parts.with(name.part, { ...part, holes: part.holes.toSpliced(name.hole, 1) });
      return { ...plan, area: { ...area, parts } };
    }
    case 'forbidden':
      return { ...plan, area: { ...area, forbidden: area.forbidden.toSpliced(name.ring, 1) } };
    default:
      return { ...plan, area: { ...area, line: [] } };
  }
}

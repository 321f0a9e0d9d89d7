import type { RoutePlan } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { addForbidden, addHole, addPart, ringNames, ringOf, setRing, type RingName } from '@eyrie/planner';

export type RingKind = RingName['kind'];

/** The name of an edge as part of an id: `outer.0`, `hole.0.1`, `forbidden.2`, `line`. */
export const ringKey = (name: RingName): string => {
  if (name.kind === 'outer') return `outer.${name.part}`;
  if (name.kind === 'hole') return `hole.${name.part}.${name.hole}`;
  return name.kind === 'forbidden' ? `forbidden.${name.ring}` : 'line';
};

export const ringNamed = (key: string): RingName => {
  const [kind, first = '0', second = '0'] = key.split('.');
  if (kind === 'outer') return { kind, part: Number(first) };
  if (kind === 'hole') return { kind, part: Number(first), hole: Number(second) };
  return kind === 'forbidden' ? { kind, ring: Number(first) } : { kind: 'line' };
};

/** Whether a plan covers what lies along a line, or what lies within an edge; neither where points are set by hand. */
export const areaShape = ({ type, area }: Pick<RoutePlan, 'type' | 'area'>): 'line' | 'rings' | null =>
  type === 'regional' || type === 'regionalMapping'
    ? area.pattern === 'corridor' || area.pattern === 'facade'
      ? 'line'
      : 'rings'
    : null;

export interface ShownRing {
  readonly name: RingName;
  readonly key: string;
  readonly places: readonly Place[];
}

/** Every edge that counts for the kind of a plan: what another pattern would use is kept and not shown. */
export const shownRings = (plan: RoutePlan): ShownRing[] => {
  const shape = areaShape(plan);
  if (shape === null) return [];
  return ringNames(plan)
    .filter(({ kind }) => kind === 'forbidden' || (kind === 'line') === (shape === 'line'))
    .map((name) => ({ name, key: ringKey(name), places: ringOf(plan, name) ?? [] }));
};

const within = ({ lng, lat }: Place, ring: readonly Place[]): boolean => {
  let inside = false;
  for (const [at, one] of ring.entries()) {
    const other = ring.at(at - 1) ?? one;
    if (one.lat > lat === other.lat > lat) continue;
    if (lng < ((other.lng - one.lng) * (lat - one.lat)) / (other.lat - one.lat) + one.lng) inside = !inside;
  }
  return inside;
};

/**
 * Begins an edge at a place. A hole belongs to the part in which it begins, else to the first; without a part there is none.
 */
export const beginRing = (
  plan: RoutePlan,
  kind: RingKind,
  first: Place,
): { plan: RoutePlan; name: RingName } | null => {
  const { parts, forbidden } = plan.area;
  if (kind === 'line') return { plan: setRing(plan, { kind }, [first]), name: { kind } };
  if (kind === 'outer') return { plan: addPart(plan, [first]), name: { kind, part: parts.length } };
  if (kind === 'forbidden')
    return { plan: addForbidden(plan, [first]), name: { kind, ring: forbidden.length } };
  const part = Math.max(
    0,
    parts.findIndex(({ outer }) => within(first, outer)),
  );
  const holes = parts[part]?.holes.length;
  if (holes === undefined) return null;
  return { plan: addHole(plan, part, [first]), name: { kind, part, hole: holes } };
};

/** The plan without edges that are not areas yet: what is computed must not come and go while one is drawn. */
export const withoutUnfinished = (plan: RoutePlan): RoutePlan => {
  if (areaShape(plan) === null) return plan;
  const whole = (ring: readonly Place[]): boolean => ring.length > 2;
  const { parts, forbidden } = plan.area;
  const left = parts.filter(({ outer }) => whole(outer));
  const done =
    left.length === parts.length && forbidden.every(whole) && parts.every(({ holes }) => holes.every(whole));
  if (done || (left.length === 0 && areaShape(plan) === 'rings')) return plan;
  return {
    ...plan,
    area: {
      ...plan.area,
      parts: left.map((part) => ({ ...part, holes: part.holes.filter(whole) })),
      forbidden: forbidden.filter(whole),
    },
  };
};

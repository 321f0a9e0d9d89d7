import type { PlanChange, PlanPoint, RoutePlan } from '@eyrie/domain';

/** Settings that a person reads as one value. */
const shown = (value: unknown): string | number => {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Equal whatever the order of the fields, which a database does not keep; what is left out equals undefined. */
function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isRecord(one) || !isRecord(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    same(one[name], other[name]),
  );
}

/** Fields that differ of two records with plain values. */
function fieldChanges(before: object, after: object): PlanChange[] {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field): PlanChange[] => {
    const [from, to] = [was.get(field), is.get(field)];
    if (same(from, to)) return [];
    return [{ what: 'settings', values: { field, from: shown(from), to: shown(to) } }];
  });
}

const counted = (what: PlanChange['what'], count: number): PlanChange[] =>
  count > 0 ? [{ what, values: { count } }] : [];

const placeOf = ({ lng, lat }: PlanPoint): readonly number[] => [lng, lat];
const restOf = ({ lng: _lng, lat: _lat, ...rest }: PlanPoint): object => rest;

/** Whether the points that both plans have come in another order. */
function isReordered(before: readonly PlanPoint[], after: readonly PlanPoint[]): boolean {
  const [was, is] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  const order = (points: readonly PlanPoint[], other: ReadonlySet<string>) =>
    points.filter(({ id }) => other.has(id)).map(({ id }) => id);
  return !same(order(before, is), order(after, was));
}

/** What is different between two plans, in words that every language has: for the list of versions and for two people on one route. */
export function planChanges(before: RoutePlan, after: RoutePlan): PlanChange[] {
  const was = new Map(before.points.map((point) => [point.id, point]));
  const is = new Set(after.points.map(({ id }) => id));
  const kept = after.points.flatMap((point) => {
    const old = was.get(point.id);
    return old ? [[old, point] as const] : [];
  });
  const moved = kept.filter(([old, now]) => !same(placeOf(old), placeOf(now))).length;
  return [
    ...(before.type === after.type
      ? []
      : [{ what: 'type' as const, values: { from: before.type, to: after.type } }]),
    ...counted('pointsAdded', after.points.length - kept.length),
    ...counted('pointsRemoved', before.points.filter(({ id }) => !is.has(id)).length),
    ...counted('pointsMoved', Math.max(moved, isReordered(before.points, after.points) ? 1 : 0)),
    ...counted('pointsChanged', kept.filter(([old, now]) => !same(restOf(old), restOf(now))).length),
    ...fieldChanges(before.settings, after.settings),
    ...(same(before.area, after.area) ? [] : [{ what: 'area' as const, values: {} }]),
    ...(same(before.interest, after.interest) ? [] : [{ what: 'interest' as const, values: {} }]),
    ...(same(before.acknowledged, after.acknowledged) ? [] : [{ what: 'acknowledged' as const, values: {} }]),
    ...(same(before.photos, after.photos) ? [] : [{ what: 'photos' as const, values: {} }]),
  ];
}

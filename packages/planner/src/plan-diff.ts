import type { PlanChange, PlanPoint, RoutePlan } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';
import { planChanges } from './file/plan-changes.ts';
import { ringNames, ringOf, type RingName } from './edit/area-rings.ts';

/** A point that both plans have and that is somewhere else, or does something else, in the second. */
export interface ChangedPoint {
  readonly id: string;
  readonly before: PlanPoint;
  readonly after: PlanPoint;
  /** Metres along the ground, and up. */
  readonly moved: number;
  readonly raised: number;
  /** Fields that differ beside the place. */
  readonly fields: readonly string[];
}

/** An outline that differs; null: there was, or is, none. */
export interface ChangedRing {
  readonly name: RingName;
  readonly before: readonly Place[] | null;
  readonly after: readonly Place[] | null;
}

/** What differs between two plans: for the map by places, for a list by words. */
export interface PlanDiff {
  readonly changes: readonly PlanChange[];
  readonly added: readonly PlanPoint[];
  readonly removed: readonly PlanPoint[];
  readonly changed: readonly ChangedPoint[];
  readonly rings: readonly ChangedRing[];
  /** Nothing differs. */
  readonly same: boolean;
}

const alike = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
const placeFields = new Set(['id', 'lng', 'lat', 'height', 'origin']);

function changedPoint(before: PlanPoint, after: PlanPoint): ChangedPoint | null {
  if (before === after) return null;
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => !placeFields.has(field) && !alike(was.get(field), is.get(field)),
  );
  const moved = distance(before, after);
  const raised = after.height - before.height;
  return moved === 0 && raised === 0 && fields.length === 0
    ? null
    : { id: after.id, before, after, moved, raised, fields };
}

function changedRings(before: RoutePlan, after: RoutePlan): ChangedRing[] {
  if (before.area === after.area) return [];
  const names = new Map(
    [...ringNames(before), ...ringNames(after)].map((name) => [JSON.stringify(name), name]),
  );
  return [...names.values()].flatMap((name): ChangedRing[] => {
    const [was, is] = [ringOf(before, name), ringOf(after, name)];
    return alike(was, is) ? [] : [{ name, before: was, after: is }];
  });
}

/** What differs between two versions of a plan. Points are the same by their ids. */
export function planDiff(before: RoutePlan, after: RoutePlan): PlanDiff {
  const was = new Map(before.points.map((point) => [point.id, point]));
  const is = new Set(after.points.map(({ id }) => id));
  const changes = planChanges(before, after);
  return {
    changes,
    added: after.points.filter(({ id }) => !was.has(id)),
    removed: before.points.filter(({ id }) => !is.has(id)),
    changed: after.points.flatMap((point) => {
      const old = was.get(point.id);
      return (old && changedPoint(old, point)) ?? [];
    }),
    rings: changedRings(before, after),
    same: changes.length === 0,
  };
}

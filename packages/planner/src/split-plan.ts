import { pointKinds, type RoutePlan } from '@eyrie/domain';
import { pointsOfRoute, splitAt } from './edit/index.ts';
import { planFigures, type PlanFigures } from './figures.ts';
import type { Ground } from './resolved.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';
import { splitRoute } from './split-route.ts';

/** Whether one battery brings the aircraft home with the reserve. */
const isOneFlight = ({ battery }: PlanFigures): boolean => battery.enough;

const figuresOf = (plan: RoutePlan, ground: Ground): PlanFigures =>
  planFigures(resolvePlan(plan, ground), plan, ground);

/** The longest first part of a route by points that one battery flies, and the rest; null: not even its first leg. */
function firstFlight(plan: RoutePlan, ground: Ground): readonly [RoutePlan, RoutePlan] | null {
  let found: readonly [RoutePlan, RoutePlan] | null = null;
  let [low, high] = [1, plan.points.length - 2];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const parts = splitAt(plan, plan.points[middle]?.id ?? '');
    if (parts && isOneFlight(figuresOf(parts[0], ground))) {
      found = parts;
      low = middle + 1;
    } else high = middle - 1;
  }
  return found;
}

function flightsOfPoints(plan: RoutePlan, ground: Ground): RoutePlan[] | null {
  const flights: RoutePlan[] = [];
  let rest = plan;
  while (!isOneFlight(figuresOf(rest, ground))) {
    const parts = firstFlight(rest, ground);
    if (!parts) return null;
    flights.push(parts[0]);
    [, rest] = parts;
  }
  return [...flights, rest];
}

/**
 * A route that asks for more than a battery gives as routes that do not, by the figures that judge it: between the lines of an
 * area, and else at the points. Null where a single piece asks for too much, or the plan is no route.
 */
export function splitPlan(plan: RoutePlan, ground: Ground): RoutePlan[] | null {
  const route = resolvePlan(plan, ground);
  if (route.lines.length === 0) return null;
  if (pointKinds.has(plan.type)) return flightsOfPoints(plan, ground);
  const { battery } = planFigures(route, plan, ground);
  const parts = splitRoute(route, battery.flights).map((part) => pointsOfRoute(plan, part));
  const flights = parts.map((part) => flightsOfPoints(part, ground));
  return flights.every((part) => part !== null) ? flights.flat() : null;
}

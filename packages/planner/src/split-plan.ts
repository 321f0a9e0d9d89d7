import { pointKinds, type PlanPoint, type RoutePlan } from '@eyrie/domain';
import { distance, interpolate } from '@eyrie/geometry';
import { addPoint, pointsOfRoute, splitAt } from './edit/index.ts';
import { planFigures, type PlanFigures } from './figures.ts';
import { lineOf } from './point-lines.ts';
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

/** Flights of one route at most. */
const flightsMost = 200;
/** Metres of a leg that a flight has to add at least: less is only flown there and back. */
const leastCut = 10;
/** Halvings by which the farthest cut in a leg is found: to a millionth of it. */
const halvings = 20;

/** The first leg cut at a share of it, where nothing is done and the line goes on. */
function cutInFirstLeg(plan: RoutePlan, share: number): readonly [RoutePlan, RoutePlan] | null {
  const [from, to] = plan.points;
  if (!from || !to || lineOf(from) !== lineOf(to)) return null;
  const { origin: _, ...like } = from;
  const cut = addPoint(plan, interpolate(from, to, share), 1);
  const { id, lng, lat, height } = cut.points[1] as PlanPoint;
  const points = cut.points.with(1, { ...like, id, lng, lat, height, actions: [] });
  return splitAt({ ...cut, points }, id);
}

/** The longest part of a first leg that one battery flies by itself, and the rest; null: not worth a flight. */
function firstOfLeg(plan: RoutePlan, ground: Ground): readonly [RoutePlan, RoutePlan] | null {
  const [from, to] = plan.points;
  if (!from || !to) return null;
  let found: readonly [RoutePlan, RoutePlan] | null = null;
  let [low, high] = [leastCut / Math.max(leastCut, distance(from, to)), 1];
  for (let turn = 0; turn <= halvings; turn += 1) {
    // The least is asked first: where it is too much, nothing is.
    const share = turn === 0 ? low : (low + high) / 2;
    const parts = cutInFirstLeg(plan, share);
    if (parts && isOneFlight(figuresOf(parts[0], ground))) {
      found = parts;
      low = share;
    } else if (turn === 0) return null;
    else high = share;
  }
  return found;
}

function flightsOfPoints(plan: RoutePlan, ground: Ground): RoutePlan[] | null {
  const flights: RoutePlan[] = [];
  let rest = plan;
  while (!isOneFlight(figuresOf(rest, ground))) {
    const parts = firstFlight(rest, ground) ?? firstOfLeg(rest, ground);
    if (!parts || flights.length >= flightsMost) return null;
    flights.push(parts[0]);
    [, rest] = parts;
  }
  return [...flights, rest];
}

/**
 * A route that asks for more than a battery gives as routes that do not, by the figures that judge it: between the lines of an
 * area, and else at the points, or within a leg that asks for more by itself. Null where no battery gets there and home, or the
 * plan is no route.
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

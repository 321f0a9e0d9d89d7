import {
  djiMotion,
  flightTime,
  legTime,
  type FlightTime,
  type MotionModel,
  type TimedPoint,
} from '../flight-time.ts';
import { distance, legLength, type Place } from '../sphere.ts';
import { checked } from './fault.ts';

export interface SummaryOptions {
  /** Where the aircraft takes off and lands, and its height in metres, counted like those of the route. */
  readonly home: Place & { readonly height: number };
  /** Metres above home that are climbed to before anything else, and at which it returns. */
  readonly safeHeight: number;
  readonly returnHeight: number;
  /** m/s on the way out and home, and up and down. */
  readonly transitSpeed: number;
  readonly climbSpeed: number;
  readonly descentSpeed: number;
  readonly model?: MotionModel;
}

/** Metres and seconds. */
export interface Way {
  readonly length: number;
  readonly seconds: number;
}

export interface RouteSummary {
  /** Metres of the legs of the route, of all its climbs and of all its descents. */
  readonly length: number;
  readonly climb: number;
  readonly descent: number;
  readonly time: FlightTime;
  /** Take-off, climb and the way to the first point; the way home from the last one and the landing. */
  readonly out: Way;
  readonly back: Way;
  /** Seconds of all. */
  readonly total: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Up or down, across at one height, up or down again. */
function wayOf(
  from: Place & { height: number },
  cruise: number,
  to: Place & { height: number },
  { transitSpeed, climbSpeed, descentSpeed, model = djiMotion }: SummaryOptions,
): Way {
  const across = distance(from, to);
  const steps = [cruise - from.height, to.height - cruise];
  const vertical = steps.map((step) =>
    legTime(Math.abs(step), step > 0 ? climbSpeed : descentSpeed, 0, 0, model),
  );
  return {
    length: across + sum(steps.map(Math.abs)),
    seconds: sum(vertical) + legTime(across, transitSpeed, 0, 0, model),
  };
}

/**
 * What a route costs, with the ways before and after it apart. Out: up to the safe height, or to the first point where that is
 * higher, across, and down to it. Back: up to the return height where that is higher, across, and down.
 * @throws PlanningFault
 */
export function summaryOf(route: readonly TimedPoint[], options: SummaryOptions): RouteSummary {
  const { home, safeHeight, returnHeight } = options;
  checked('safeHeight', safeHeight, { min: 0 });
  checked('returnHeight', returnHeight, { min: 0 });
  for (const field of ['transitSpeed', 'climbSpeed', 'descentSpeed'] as const)
    checked(field, options[field], { min: 0.1, max: 100 });
  const time = flightTime(route, options.model ?? djiMotion);
  const rises = route.slice(1).map((to, at) => to.height - (route[at]?.height ?? to.height));
  const [first, last] = [route[0], route.at(-1)];
  const none: Way = { length: 0, seconds: 0 };
  const out = first ? wayOf(home, Math.max(home.height + safeHeight, first.height), first, options) : none;
  const back = last ? wayOf(last, Math.max(home.height + returnHeight, last.height), home, options) : none;
  return {
    length: sum(route.slice(1).map((to, at) => legLength(route[at] as TimedPoint, to))),
    climb: sum(rises.filter((rise) => rise > 0)),
    descent: -sum(rises.filter((rise) => rise < 0)),
    time,
    out,
    back,
    total: out.seconds + time.total + back.seconds,
  };
}

import { legTime, djiMotion, type MotionModel } from '../flight-time.ts';
import { bearing, distance, type Place } from '../sphere.ts';
import { checked, checkedPlace, PlanningFault, type Limits } from './fault.ts';

export interface Wind {
  /** m/s */
  readonly speed: number;
  /** Degrees from north out of which it blows. */
  readonly from: number;
}

export interface BatteryOptions {
  /** Where every part begins and ends. */
  readonly home: Place;
  /** m/s on the lines and between them; and on the way out and home, the same without it. */
  readonly speed: number;
  readonly transitSpeed?: number;
  /** Seconds that the maker gives, and the speed (m/s) at which. */
  readonly rated: number;
  readonly ratedSpeed: number;
  /** Per cent of the usable time that are never planned with. */
  readonly reserve: number;
  /** Seconds of each part for climbing and landing; default 0. */
  readonly overhead?: number;
  readonly wind?: Wind;
  readonly model?: MotionModel;
}

/** Lines in flown order, as an area plan has them. */
export interface SplitLines {
  readonly strips: readonly { readonly begin: Place; readonly end: Place }[];
  readonly transits: readonly { readonly over: readonly Place[] }[];
}

/** What is flown with one battery. */
export interface BatteryPart {
  /** First and last strip, from 0. */
  readonly first: number;
  readonly last: number;
  /** Seconds out, on the lines and between them, home, and of all with the overhead. */
  readonly out: number;
  readonly work: number;
  readonly home: number;
  readonly total: number;
}

/** m/s that anything flies at. */
const speeds: Limits = { min: 0.1, max: 100 };
/** Seconds */
const mostRated = 1_000_000;

/** Seconds in the air at a speed: T = Tq·3·v0² / (2·v0² + v²), Tq rated at v0. */
export function airTime(rated: number, ratedSpeed: number, speed: number): number {
  checked('rated', rated, { above: 0, max: mostRated });
  checked('ratedSpeed', ratedSpeed, speeds);
  checked('speed', speed, speeds);
  return (rated * 3 * ratedSpeed ** 2) / (2 * ratedSpeed ** 2 + speed ** 2);
}

/** m/s below which an aircraft makes no way. */
const leastGround = 0.5;

/**
 * The speed over the ground in m/s on a course, of an aircraft that flies no faster than `speed` through the air and holds its
 * course: √(v² − cross²) + wind along it, and no more than `speed`.
 * @throws PlanningFault `windTooStrong`
 */
export function groundSpeed(speed: number, course: number, wind: Wind | undefined): number {
  checked('speed', speed, speeds);
  if (!wind || wind.speed === 0) return speed;
  checked('wind.speed', wind.speed, { min: 0, max: 100 });
  checked('wind.from', wind.from);
  const angle = ((course - wind.from) * Math.PI) / 180;
  const across = wind.speed * Math.sin(angle);
  // Out of the course is against it.
  const ahead = -wind.speed * Math.cos(angle);
  const ground = Math.sqrt(speed ** 2 - across ** 2) + ahead;
  if (!(ground >= leastGround))
    throw new PlanningFault('windTooStrong', { field: 'wind.speed', value: wind.speed, min: 0, max: speed });
  return Math.min(speed, ground);
}

/** Seconds along places, stopping at each. */
function pathTime(
  places: readonly Place[],
  speed: number,
  { wind, model = djiMotion }: BatteryOptions,
): number {
  return places.slice(1).reduce((sum, to, at) => {
    const from = places[at] as Place;
    const length = distance(from, to);
    return length === 0
      ? sum
      : sum + legTime(length, groundSpeed(speed, bearing(from, to), wind), 0, 0, model);
  }, 0);
}

/**
 * Cuts lines into parts for one battery each, between lines only and each as long as it fits, which makes the fewest: the way
 * out, the lines and the way home take no more than the rated time at the speed, less the reserve.
 * @throws PlanningFault `lineTooLong` with the seconds a single line needs and the seconds there are; `windTooStrong`
 */
export function splitByBattery({ strips, transits }: SplitLines, options: BatteryOptions): BatteryPart[] {
  const { home, speed, transitSpeed = speed, rated, ratedSpeed, reserve, overhead = 0 } = options;
  checkedPlace('home', home);
  checked('speed', speed, speeds);
  checked('transitSpeed', transitSpeed, speeds);
  checked('overhead', overhead, { min: 0, max: mostRated });
  const share = 1 - checked('reserve', reserve, { min: 0, below: 100 }) / 100;
  // Air time by the faster of both speeds, so that no part is planned with more than there is.
  const usable = airTime(rated, ratedSpeed, Math.max(speed, transitSpeed)) * share;
  const parts: BatteryPart[] = [];
  let part: BatteryPart | null = null;
  for (const [at, { begin, end }] of strips.entries()) {
    const line = pathTime([begin, end], speed, options);
    const back = pathTime([end, home], transitSpeed, options);
    if (part) {
      const between: Place[] = [strips[at - 1]?.end ?? begin, ...(transits[at - 1]?.over ?? []), begin];
      const work = part.work + pathTime(between, speed, options) + line;
      const longer: BatteryPart = {
        ...part,
        last: at,
        work,
        home: back,
        total: part.out + work + back + overhead,
      };
      if (longer.total <= usable) {
        part = longer;
        continue;
      }
      parts.push(part);
    }
    const out = pathTime([home, begin], transitSpeed, options);
    part = { first: at, last: at, out, work: line, home: back, total: out + line + back + overhead };
    if (part.total > usable)
      throw new PlanningFault('lineTooLong', {
        field: 'line',
        value: part.total,
        min: 0,
        max: usable,
        at: begin,
      });
  }
  return part ? [...parts, part] : parts;
}

import type { PlanSettings } from '@eyrie/domain';
import { bearing } from '@eyrie/geometry';
import type { PathLeg } from './flight-path.ts';

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Seconds in the air with a full battery at an air speed in m/s: T = Tq·3·v0² / (2·v0² + v²) of the rated minutes Tq at v0. Slower
 * than rated it is taken as rated: standing still costs no less.
 */
export function enduranceAt(
  { ratedMinutes, ratedSpeed }: Pick<PlanSettings, 'ratedMinutes' | 'ratedSpeed'>,
  air: number,
): number {
  const square = ratedSpeed ** 2;
  const corrected = (ratedMinutes * 3 * square) / (2 * square + air ** 2);
  return Math.min(ratedMinutes, corrected) * 60;
}

/** m/s through the air for a speed over the ground on a course (degrees) with a wind. */
export function airSpeed(
  speed: number,
  course: number,
  wind: Pick<NonNullable<PlanSettings['wind']>, 'speed' | 'from'> | null,
): number {
  if (!wind) return speed;
  // What blows from there moves the air the other way: against it the air comes faster.
  const towards = radians(wind.from + 180);
  const east = speed * Math.sin(radians(course)) - wind.speed * Math.sin(towards);
  const north = speed * Math.cos(radians(course)) - wind.speed * Math.cos(towards);
  return Math.hypot(east, north);
}

/** Share of a full battery that a second costs, on a leg or standing still. */
export const costPerSecond = (settings: PlanSettings, leg: PathLeg | null): number => {
  const moves = leg !== null && leg.ground > 1e-3;
  const speed = moves
    ? airSpeed(leg.speed * (leg.ground / leg.length), bearing(leg.from, leg.to), settings.wind)
    : (settings.wind?.speed ?? 0);
  return 1 / enduranceAt(settings, speed);
};

/** Share of a full battery that legs cost which take so many seconds together, each by its part of the way. */
export function costOf(settings: PlanSettings, legs: readonly PathLeg[], seconds: number): number {
  let [weights, cost] = [0, 0];
  for (const leg of legs) {
    const weight = leg.length / leg.speed;
    weights += weight;
    cost += weight * costPerSecond(settings, leg);
  }
  return weights > 0 ? (seconds * cost) / weights : seconds * costPerSecond(settings, null);
}

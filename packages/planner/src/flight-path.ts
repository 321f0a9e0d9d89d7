import type { RoutePlan } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';
import type { Ground, ResolvedPoint, ResolvedRoute } from './resolved.ts';
import { takeOffSea } from './resolve/heights.ts';

/** What a leg belongs to: the way up and out, the lines, from line to line, the way home and down. */
export type FlightPhase = 'climb' | 'transit' | 'line' | 'between' | 'return' | 'descent';

/** A place with its height above the sea in metres; null: not known. */
export interface SeaPlace extends Place {
  readonly sea: number | null;
}

/** One straight piece of a flight, from taking off to landing. */
export interface PathLeg {
  readonly phase: FlightPhase;
  /** As people see it: `⌂`, `⌂→1`, `3→4`, `12→⌂`. */
  readonly name: string;
  readonly from: SeaPlace;
  readonly to: SeaPlace;
  /** Ids of the points at its ends; null: the dock, or above a point. */
  readonly ids: readonly [from: string | null, to: string | null];
  /** Metres on the ground, and in space where the heights are known. */
  readonly ground: number;
  readonly length: number;
  /** m/s; of climbs and descents that of rising and sinking. */
  readonly speed: number;
  /** Place of its first point among those of its line, and which line; −1: not on a line. */
  readonly index: number;
  readonly line: number;
}

/** m/s in which aircraft rise and sink on their own. */
export const climbSpeed = 5;
export const descentSpeed = 4;

const leg = (
  phase: FlightPhase,
  name: string,
  [from, to]: readonly [SeaPlace, SeaPlace],
  speed: number,
  more: Partial<PathLeg> = {},
): PathLeg => {
  const ground = distance(from, to);
  const rise = from.sea === null || to.sea === null ? 0 : to.sea - from.sea;
  return {
    phase,
    name,
    from,
    to,
    ids: [null, null],
    ground,
    length: Math.hypot(ground, rise),
    speed,
    index: -1,
    line: -1,
    ...more,
  };
};

/** From the end of a line to the begin of another. */
export const legBetween = (from: SeaPlace, to: SeaPlace, speed: number): PathLeg =>
  leg('between', '', [from, to], speed);

const seaPlace = ({ lng, lat, seaHeight }: ResolvedPoint): SeaPlace => ({ lng, lat, sea: seaHeight });

const above = (sea: number | null, metres: number): number | null => (sea === null ? null : sea + metres);
const higher = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(a, b);

/** Up over the dock to the safe height, or that of the point where it is higher; across at that height; down to the point. */
export function wayOut(
  home: SeaPlace,
  first: SeaPlace & { readonly id: string },
  { takeOffSecurityHeight, transitSpeed }: RoutePlan['settings'],
  number: number,
): PathLeg[] {
  const top = higher(above(home.sea, takeOffSecurityHeight), first.sea);
  const name = `⌂→${number}`;
  const over = { ...first, sea: top };
  const down = top !== null && first.sea !== null && top > first.sea;
  return [
    leg('climb', '⌂', [home, { ...home, sea: top }], climbSpeed),
    leg('transit', name, [{ ...home, sea: top }, over], transitSpeed, {
      ids: [null, down ? null : first.id],
    }),
    ...(down ? [leg('transit', name, [over, first], descentSpeed, { ids: [null, first.id] })] : []),
  ];
}

/** Up to the return height, or across at the height of the point where it is higher, and down over the dock. */
export function wayHome(
  last: SeaPlace & { readonly id: string },
  home: SeaPlace,
  { returnHeight, transitSpeed }: RoutePlan['settings'],
  number: number,
): PathLeg[] {
  const top = higher(above(home.sea, returnHeight), last.sea);
  const name = `${number}→⌂`;
  const over = { ...last, sea: top };
  const up = top !== null && last.sea !== null && top > last.sea;
  const overHome = { ...home, sea: top };
  return [
    ...(up ? [leg('return', name, [last, over], climbSpeed, { ids: [last.id, null] })] : []),
    leg('return', name, [over, overHome], transitSpeed, { ids: [up ? null : last.id, null] }),
    leg('descent', name, [overHome, home], descentSpeed),
  ];
}

const named = (point: ResolvedPoint): SeaPlace & { id: string } => ({ ...seaPlace(point), id: point.id });

/** Where the aircraft takes off and lands; null: not chosen. */
export const homeOf = ({ settings }: RoutePlan, ground: Ground): SeaPlace | null =>
  settings.takeOff && {
    lng: settings.takeOff.lng,
    lat: settings.takeOff.lat,
    sea: takeOffSea(settings, ground),
  };

/** Where the sea level is not known, heights of one plan still differ rightly from each other. */
const lengthOf = (from: ResolvedPoint, to: ResolvedPoint): { length?: number } =>
  from.seaHeight === null || to.seaHeight === null
    ? { length: Math.hypot(distance(from, to), to.height - from.height) }
    : {};

function lineLegs(route: ResolvedRoute): PathLeg[] {
  const legs: PathLeg[] = [];
  let number = 0;
  let before: ResolvedPoint | null = null;
  for (const [line, { points }] of route.lines.entries())
    for (const [index, point] of points.entries()) {
      number += 1;
      if (before)
        legs.push(
          leg(
            index === 0 ? 'between' : 'line',
            `${number - 1}→${number}`,
            [seaPlace(before), seaPlace(point)],
            before.speed,
            { ids: [before.id, point.id], index: index - 1, line, ...lengthOf(before, point) },
          ),
        );
      before = point;
    }
  return legs;
}

/**
 * The whole flight of a route by straight pieces: out, along its lines, and home by what it does at its end. A route whose plan
 * has no take-off point has only its lines. Heights above the sea, null where they are not known.
 */
export function flightPath(plan: RoutePlan, route: ResolvedRoute, ground: Ground): PathLeg[] {
  const lines = lineLegs(route);
  const first = route.lines[0]?.points[0];
  const last = route.lines.at(-1)?.points.at(-1);
  const home = homeOf(plan, ground);
  if (!home || !first || !last) return lines;
  const { settings } = plan;
  const count = route.lines.reduce((sum, { points }) => sum + points.length, 0);
  const out = wayOut(home, named(first), settings, 1);
  if (settings.finishAction === 'land') {
    const spot = { ...seaPlace(last), sea: ground.height(last) };
    const down = leg('descent', `${count}`, [seaPlace(last), spot], descentSpeed, { ids: [last.id, null] });
    return [...out, ...lines, down];
  }
  if (settings.finishAction !== 'gotoFirst')
    return [...out, ...lines, ...wayHome(named(last), home, settings, count)];
  const back = leg('return', `${count}→1`, [seaPlace(last), seaPlace(first)], settings.transitSpeed, {
    ids: [last.id, first.id],
  });
  return [...out, ...lines, back, ...wayHome(named(first), home, settings, 1)];
}

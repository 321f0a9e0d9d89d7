import { limits, type PlanSettings } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import { costOf } from './battery.ts';
import { climbSpeed, descentSpeed, wayHome, type PathLeg, type SeaPlace } from './flight-path.ts';
import { legsTime } from './flights.ts';
import type { Ground } from './resolved.ts';
import { groundTop, type ReturnGround } from './return-ground.ts';
import { legClearance } from './samples.ts';

/** A place whose height above the sea is known. */
export type KnownPlace = SeaPlace & { readonly sea: number };

export interface FlyToWay {
  readonly here: KnownPlace;
  readonly target: KnownPlace;
  /** Where it lands. */
  readonly home: KnownPlace;
  /** m/s at most on the way there. */
  readonly speed: number;
  /** Metres above take-off to which the aircraft is set to rise before it goes sideways; null: not known. */
  readonly transit: number | null;
}

export const straight = (from: KnownPlace, to: KnownPlace, speed: number, name: string): PathLeg => {
  const ground = distance(from, to);
  return {
    phase: 'transit',
    name,
    from,
    to,
    ids: [null, null],
    ground,
    length: Math.hypot(ground, to.sea - from.sea),
    speed,
    index: -1,
    line: -1,
  };
};

/** Metres above the sea at which it goes sideways: the higher of both ends, and the least height for that. */
const transitOf = ({ here, target, home, transit }: FlyToWay): number =>
  Math.max(here.sea, target.sea, home.sea + Math.max(limits.flightControl.leastTransit, transit ?? 0));

/** Up, across and down to the point. */
const wayThere = (way: FlyToWay): PathLeg[] => {
  const { here, target, speed } = way;
  const top = transitOf(way);
  const [over, above] = [
    { ...here, sea: top },
    { ...target, sea: top },
  ];
  return [
    ...(top > here.sea ? [straight(here, over, climbSpeed, '✈')] : []),
    straight(over, above, speed, '✈→1'),
    ...(top > target.sea ? [straight(above, target, descentSpeed, '1')] : []),
  ];
};

/** The way to a point and from there home, by straight pieces. */
export const flyToLegs = (
  way: FlyToWay,
  settings: Pick<PlanSettings, 'returnHeight' | 'transitSpeed'>,
): { there: PathLeg[]; home: PathLeg[] } => ({
  there: wayThere(way),
  home: wayHome({ ...way.target, id: '1' }, way.home, settings as PlanSettings, 1),
});

export interface FlyToFigures {
  /** Metres over the ground to the point. */
  metres: number;
  /** Seconds to the point, and there and home. */
  seconds: number;
  secondsAndHome: number;
  /** Share of a full battery there and home. */
  share: number;
  /** Greatest height on it, metres above take-off. */
  top: number;
}

/** What a way to a point takes, by the count of the planner. */
export const flyToFigures = (way: FlyToWay, settings: PlanSettings): FlyToFigures => {
  const { there, home } = flyToLegs(way, settings);
  const all = [...there, ...home];
  const secondsAndHome = legsTime(all);
  const highest = Math.max(...all.flatMap(({ from, to }) => [from.sea ?? -Infinity, to.sea ?? -Infinity]));
  return {
    metres: distance(way.here, way.target),
    seconds: legsTime(there),
    secondsAndHome,
    share: costOf(settings, all, secondsAndHome),
    top: highest - way.home.sea,
  };
};

export const leastOf = (
  legs: readonly PathLeg[],
  ground: Ground,
): { lowest: number | null; complete: boolean } => {
  const found = legs.map((leg) => legClearance(leg, ground));
  const known = found.flatMap(({ lowest }) => (lowest === null ? [] : [lowest]));
  return {
    lowest: known.length > 0 ? Math.min(...known) : null,
    complete: found.every(({ unknown }) => unknown === 0),
  };
};

/**
 * The least metres of air on the way to a point and home. There it is asked of the straight line, below which no way
 * that the aircraft may choose leads.
 */
export const flyToClearance = (
  way: FlyToWay,
  settings: Pick<PlanSettings, 'returnHeight' | 'transitSpeed'>,
  ground: Ground,
): { lowest: number | null; complete: boolean } => {
  const { home } = flyToLegs(way, settings);
  // Over the dock it comes down to it.
  const asked = [
    straight(way.here, way.target, way.speed, '✈→1'),
    ...home.filter(({ phase }) => phase === 'return'),
  ];
  return leastOf(asked, ground);
};

/**
 * The same of a take-off to a point, whose heights are all set: what is below it counts where it goes sideways, and where it comes
 * down at the point.
 */
export const takeOffClearance = (
  way: FlyToWay,
  settings: Pick<PlanSettings, 'returnHeight' | 'transitSpeed'>,
  ground: Ground,
): { lowest: number | null; complete: boolean } => {
  const { there, home } = flyToLegs(way, settings);
  const asked = [
    ...there.filter(({ name }) => name !== '✈'),
    ...home.filter(({ phase }) => phase === 'return'),
  ];
  return leastOf(asked, ground);
};

/** What lies or stands highest on a way to a point and home, metres above take-off. */
export const flyToGround = (
  way: FlyToWay,
  settings: Pick<PlanSettings, 'returnHeight' | 'transitSpeed'>,
  ground: Ground,
): ReturnGround => {
  const { there, home } = flyToLegs(way, settings);
  return groundTop([...there, ...home], way.home.sea, ground);
};

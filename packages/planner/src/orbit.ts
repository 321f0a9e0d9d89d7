import type { PlanSettings } from '@eyrie/domain';
import { distance, localPlane } from '@eyrie/geometry';
import { costOf } from './battery.ts';
import { wayHome, type PathLeg } from './flight-path.ts';
import { legsTime } from './flights.ts';
import { leastOf, straight, type FlyToFigures, type KnownPlace } from './fly-to.ts';
import type { Ground } from './resolved.ts';

/** A round about a point at the height of the aircraft, and the way home from where it is farthest. */
export interface OrbitWay {
  readonly here: KnownPlace;
  readonly centre: { readonly lng: number; readonly lat: number };
  readonly home: KnownPlace;
  /** m/s at which it is counted. */
  readonly speed: number;
}

const corners = 24;

/** Corners of the round, from where the aircraft is; its sides touch the circle from outside. Closed. */
export const orbitRing = ({ here, centre }: Pick<OrbitWay, 'here' | 'centre'>): KnownPlace[] => {
  const plane = localPlane(centre);
  const { east, north } = plane.toPlane(here);
  const radius = Math.hypot(east, north) / Math.cos(Math.PI / corners);
  const begin = Math.atan2(east, north);
  return Array.from({ length: corners + 1 }, (_, index) => {
    const angle = begin + (2 * Math.PI * index) / corners;
    const at = plane.toPlace({ east: radius * Math.sin(angle), north: radius * Math.cos(angle) });
    return { lng: at.lng, lat: at.lat, sea: here.sea };
  });
};

/** The place of the round that is farthest from home. */
export const orbitFarthest = (way: OrbitWay): KnownPlace =>
  orbitRing(way).reduce((far, one) => (distance(one, way.home) > distance(far, way.home) ? one : far));

type Settings = Pick<PlanSettings, 'returnHeight' | 'transitSpeed'>;

/** One round by straight pieces, and the way home from its farthest place. */
export const orbitLegs = (way: OrbitWay, settings: Settings): { round: PathLeg[]; home: PathLeg[] } => {
  const ring = orbitRing(way);
  return {
    round: ring.slice(1).map((to, index) => straight(ring[index] ?? to, to, way.speed, '↻')),
    home: wayHome({ ...orbitFarthest(way), id: '1' }, way.home, settings as PlanSettings, 1),
  };
};

/** What one round and the way home take, by the count of the planner. */
export const orbitFigures = (way: OrbitWay, settings: PlanSettings): FlyToFigures => {
  const { round, home } = orbitLegs(way, settings);
  const all = [...round, ...home];
  const secondsAndHome = legsTime(all);
  const highest = Math.max(...all.flatMap(({ from, to }) => [from.sea ?? -Infinity, to.sea ?? -Infinity]));
  return {
    metres: round.reduce((sum, { ground }) => sum + ground, 0),
    seconds: legsTime(round),
    secondsAndHome,
    share: costOf(settings, all, secondsAndHome),
    top: highest - way.home.sea,
  };
};

/** The least metres of air below the round and the way home. */
export const orbitClearance = (
  way: OrbitWay,
  settings: Settings,
  ground: Ground,
): { lowest: number | null; complete: boolean } => {
  const { round, home } = orbitLegs(way, settings);
  return leastOf([...round, ...home.filter(({ phase }) => phase === 'return')], ground);
};

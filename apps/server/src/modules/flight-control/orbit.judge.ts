import { blockingItems, flyToNeed, orbitLimits, type FlownLeg, type GateItem } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import {
  addPoint,
  freshPlan,
  orbitClearance,
  orbitFarthest,
  orbitFigures,
  orbitLegs,
  orbitRing,
  type OrbitWay,
} from '@eyrie/planner';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { telemetryOf, type DockLink } from '../dock/index.ts';
import { mostInAir } from '../flight/index.ts';
import { groundOf, groundUnder } from '../route/index.ts';
import { regionLegs, wayOf, type PlannedWay } from './fly-to.way.ts';
import { checkFigures, type GroundRead, type GroundReaders, type WayFound } from './fly-to.judge.ts';

/** The point that is flown around: metres above take-off. */
export interface OrbitTarget {
  lng: number;
  lat: number;
  height: number;
}

/** A flight around a point as its aircraft would begin it now. */
export interface PlannedOrbit {
  orbit: OrbitWay;
  /** Metres from the aircraft to the point over the ground. */
  radius: number;
  /** Metres from home to the farthest place of the round. */
  reach: number;
  planned: PlannedWay;
}

/** Null: the aircraft does not report where it is, where its home is, or how high it returns. */
export const orbitOf = (link: DockLink, target: OrbitTarget, now: number): PlannedOrbit | null => {
  const { lng, lat, elevation } = telemetryOf(link, now);
  if (lng === null || lat === null || elevation === null) return null;
  const speed = orbitLimits.countedSpeed;
  const planned = wayOf(link, { lng, lat, height: elevation, maxSpeed: speed }, now);
  if (!planned) return null;
  const { here, home } = planned.way;
  const centre = { lng: target.lng, lat: target.lat };
  const orbit = { here, centre, home, speed };
  return { orbit, radius: distance(here, centre), reach: distance(orbitFarthest(orbit), home), planned };
};

/** The ground below the round and the way home; of one that no battery flies nothing is read. */
export const readOrbitGround = async (
  readers: GroundReaders,
  { dock }: Pick<DockLink, 'dock'>,
  { orbit, planned: { settings: flown, takeOff } }: PlannedOrbit,
): Promise<GroundRead> => {
  if (orbitFigures(orbit, flown).share > 1) return { ground: groundOf(null), unread: [] };
  const points = [...orbitRing(orbit), orbitFarthest(orbit)];
  const plan = points.reduce((made, point) => addPoint(made, point), freshPlan('waypoint'));
  const { lng, lat } = orbit.home;
  const settings = { ...plan.settings, takeOff: { lng, lat, height: takeOff } };
  const found = await groundUnder(
    readers,
    { groupOID: dock.groupOID, groupRoot: dock.groupRoot },
    { plan: { ...plan, settings }, homeward: true },
  );
  return { ground: groundOf(found.ground), unread: found.ground?.unread ?? [] };
};

/** From how many places of the round the way home is asked of regions. */
const homesEvery = 3;

const flownLegs = ({ orbit, planned }: PlannedOrbit): FlownLeg[] => {
  const { round } = orbitLegs(orbit, planned.settings);
  const homes = orbitRing(orbit)
    .filter((_, index) => index % homesEvery === 0)
    .flatMap((place) => regionLegs({ ...planned, way: { ...planned.way, here: place, target: place } }));
  const { sea } = orbit.here;
  return [
    ...round.map(({ name, from, to }): FlownLeg => ({
      name,
      from,
      to,
      heights: { sea: [sea, sea], ground: null },
    })),
    ...homes,
  ];
};

/** What stands against a flight around a point. */
export const judgeOrbit = async (
  db: DbOrTrx,
  link: DockLink,
  one: PlannedOrbit,
  at: { read: GroundRead; now: number; wall: number },
): Promise<GateItem[]> => {
  const { orbit, planned } = one;
  const { settings, rated } = planned;
  const { share, top, secondsAndHome } = orbitFigures(orbit, settings);
  const clearance = orbitClearance(orbit, settings, at.read.ground);
  // It goes round until somebody ends it.
  const lasts = mostInAir(rated, rated ?? secondsAndHome);
  return checkFigures(db, link, planned, { share, top, clearance, legs: flownLegs(one), lasts }, at);
};

/** What stands against a flight around a point for somebody who only asks; null: the aircraft does not report where it is. */
export const checkOrbit = async (
  runtime: Runtime,
  readers: GroundReaders,
  link: DockLink,
  target: OrbitTarget,
): Promise<WayFound | null> => {
  const { clock, db } = runtime;
  const one = orbitOf(link, target, clock.mono());
  if (!one) return null;
  const read = await readOrbitGround(readers, link, one);
  const items = await judgeOrbit(db, link, one, { read, now: clock.mono(), wall: clock.wall() });
  const { metres, seconds, secondsAndHome, share } = orbitFigures(one.orbit, one.planned.settings);
  return {
    ready: blockingItems(items).length === 0,
    items,
    metres: Math.round(metres),
    seconds: Math.round(seconds),
    secondsAndHome: Math.round(secondsAndHome),
    batteryNeed: flyToNeed(share),
    radius: Math.round(one.radius),
  };
};

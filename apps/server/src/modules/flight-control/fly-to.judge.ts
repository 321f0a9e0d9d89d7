import { alternatePlace } from '@eyrie/dji';
import {
  blockingItems,
  flyToItems,
  flyToNeed,
  type calls,
  type FlownLeg,
  type GateItem,
  type ResponseOf,
} from '@eyrie/domain';
import { addPoint, flyToClearance, flyToFigures, freshPlan, type Ground } from '@eyrie/planner';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { telemetryOf, type DockLink } from '../dock/index.ts';
import { mostInAir } from '../flight/index.ts';
import { gatePolicyOf } from '../organisation/index.ts';
import { legsVerdict, rulesFor } from '../region/index.ts';
import { groundOf, groundUnder, type ReadGround, type ReadSurface } from '../route/index.ts';
import { regionLegs, wayOf, type FlyToTarget, type PlannedWay } from './fly-to.way.ts';

/** What lies and stands on the ground, as the layers of a department have it. */
export interface GroundReaders {
  ground: ReadGround;
  surface: ReadSurface;
}

/** The ground below a way, read before anything is locked. */
export interface GroundRead {
  ground: Ground;
  unread: readonly string[];
}

/** What is found of a way for somebody who asks. */
export type WayFound = ResponseOf<typeof calls.flightControl.flyToCheck>;

export const foundOf = ({ way, settings }: PlannedWay, items: readonly GateItem[]): WayFound => {
  const { metres, seconds, secondsAndHome, share } = flyToFigures(way, settings);
  return {
    ready: blockingItems(items).length === 0,
    items: [...items],
    metres: Math.round(metres),
    seconds: Math.round(seconds),
    secondsAndHome: Math.round(secondsAndHome),
    batteryNeed: flyToNeed(share),
  };
};

/** What stands against a way to a point for somebody who only asks; null: the aircraft does not report where it is. */
export const checkFlyTo = async (
  runtime: Runtime,
  readers: GroundReaders,
  link: DockLink,
  target: FlyToTarget,
): Promise<WayFound | null> => {
  const { clock, db } = runtime;
  const planned = wayOf(link, target, clock.mono());
  if (!planned) return null;
  const read = await readGround(readers, link, planned);
  return foundOf(planned, await checkWay(db, link, planned, { read, now: clock.mono(), wall: clock.wall() }));
};

/** Reads the ground under a way there and home; of one that no battery flies nothing is read. */
export const readGround = async (
  readers: GroundReaders,
  { dock }: Pick<DockLink, 'dock'>,
  { way, settings: flown, takeOff }: PlannedWay,
): Promise<GroundRead> => {
  if (flyToFigures(way, flown).share > 1) return { ground: groundOf(null), unread: [] };
  const { here, target, home } = way;
  const plan = addPoint(addPoint(freshPlan('waypoint'), here), target);
  const settings = { ...plan.settings, takeOff: { lng: home.lng, lat: home.lat, height: takeOff } };
  const found = await groundUnder(
    readers,
    { groupOID: dock.groupOID, groupRoot: dock.groupRoot },
    { plan: { ...plan, settings }, homeward: true },
  );
  return { ground: groundOf(found.ground), unread: found.ground?.unread ?? [] };
};

/** What is asked of a way that an aircraft flies by hand of the console. */
interface WayFigures {
  /** Of the battery, with the way home; 0 to 1 and beyond. */
  share: number;
  /** Highest metres above take-off. */
  top: number;
  /** Least metres above the ground, and whether the ground is known everywhere. */
  clearance: { lowest: number | null; complete: boolean };
  legs: readonly FlownLeg[];
  /** How long it may be in the air, ms. */
  lasts: number;
}

/**
 * What stands against a way, by the regions, the policy and the heights by which routes are judged.
 * @param wall epoch ms
 */
export const checkFigures = async (
  db: DbOrTrx,
  link: DockLink,
  { way: { home }, rated, takeOff }: Pick<PlannedWay, 'way' | 'rated' | 'takeOff'>,
  { share, top, clearance: { lowest, complete }, legs, lasts }: WayFigures,
  { read, now, wall }: { read: GroundRead; now: number; wall: number },
): Promise<GateItem[]> => {
  const reported = telemetryOf(link, now);
  return flyToItems({
    percent: reported.percent,
    share: rated === null ? null : share,
    top,
    heightLimit: reported.limits.height,
    clearance: lowest,
    complete,
    unread: read.unread,
    regions: legsVerdict(await rulesFor(db, link.dock.groupOID), {
      dock: { ...home, height: takeOff },
      alternate: alternatePlace(link.dockSnapshot.values),
      legs,
      from: wall,
      until: wall + lasts,
    }),
    policy: await gatePolicyOf(db, link.dock.groupRoot),
  });
};

/** What stands against a way to a point and home. */
export const checkWay = async (
  db: DbOrTrx,
  link: DockLink,
  planned: PlannedWay,
  at: { read: GroundRead; now: number; wall: number },
): Promise<GateItem[]> => {
  const { way, settings, rated } = planned;
  const { share, top, secondsAndHome } = flyToFigures(way, settings);
  const clearance = flyToClearance(way, settings, at.read.ground);
  const lasts = mostInAir(rated, secondsAndHome);
  return checkFigures(db, link, planned, { share, top, clearance, legs: regionLegs(planned), lasts }, at);
};

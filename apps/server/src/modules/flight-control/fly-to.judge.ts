import { alternatePlace } from '@eyrie/dji';
import {
  blockingItems,
  flyToItems,
  flyToNeed,
  type calls,
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
  return foundOf(planned, await judgeWay(db, link, planned, { read, now: clock.mono(), wall: clock.wall() }));
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

/**
 * What stands against a way to a point and home, by the regions, the policy and the heights by which routes are judged.
 * @param wall epoch ms
 */
export const judgeWay = async (
  db: DbOrTrx,
  link: DockLink,
  planned: PlannedWay,
  { read, now, wall }: { read: GroundRead; now: number; wall: number },
): Promise<GateItem[]> => {
  const { way, settings, rated } = planned;
  const reported = telemetryOf(link, now);
  const figures = flyToFigures(way, settings);
  const { lowest, complete } = flyToClearance(way, settings, read.ground);
  return flyToItems({
    percent: reported.percent,
    share: rated === null ? null : figures.share,
    top: figures.top,
    heightLimit: reported.limits.height,
    clearance: lowest,
    complete,
    unread: read.unread,
    regions: legsVerdict(await rulesFor(db, link.dock.groupOID), {
      dock: { ...way.home, height: planned.takeOff },
      alternate: alternatePlace(link.dockSnapshot.values),
      legs: regionLegs(planned),
      from: wall,
      until: wall + mostInAir(rated, figures.secondsAndHome),
    }),
    policy: await gatePolicyOf(db, link.dock.groupRoot),
  });
};

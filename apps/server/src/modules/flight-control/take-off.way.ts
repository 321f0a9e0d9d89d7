import { heardOnly } from '@eyrie/dji';
import {
  leastReserve,
  ratedSeconds,
  type FlightTarget,
  type lostActions,
  type PlanSettings,
} from '@eyrie/domain';
import { bearing } from '@eyrie/geometry';
import {
  chooseAircraft,
  flyToFigures,
  flyToGround,
  freshPlan,
  takeOffClearance,
  type FlyToWay,
} from '@eyrie/planner';
import { undulation } from '../../platform/undulation.ts';
import { statusOf, telemetryOf, type DockLink } from '../dock/index.ts';
import type { HandFlight } from '../flight/index.ts';
import type { GroundRead } from './fly-to.judge.ts';
import { modelOf, placeOfDock, type PlannedWay } from './fly-to.way.ts';

/** A take-off as its order says it: metres above take-off, m/s. */
export interface TakeOffOrder extends FlightTarget {
  rthAltitude: number;
  lostAction: (typeof lostActions)[number];
}

/** What the planner and the check of a flight need of a take-off. */
export interface PlannedTakeOff extends PlannedWay {
  order: TakeOffOrder;
}

/** A dock reports how hard the wind blows and not from where: it is taken from the side that costs more. */
const inWind = (settings: PlanSettings, way: FlyToWay, speed: number): PlanSettings => {
  const out = bearing(way.home, way.target);
  const [against, behind] = [out, (out + 180) % 360].map((from) => ({ ...settings, wind: { speed, from } }));
  if (!against || !behind) return settings;
  return flyToFigures(way, against).share >= flyToFigures(way, behind).share ? against : behind;
};

/** The way from the dock to the point and home; null: the dock does not report here where it stands. */
export const takeOffWay = (link: DockLink, order: TakeOffOrder, now: number): PlannedTakeOff | null => {
  const heard = heardOnly(link.dockSnapshot);
  const { gps, height: takeOff, wind } = statusOf({ ...link, dockSnapshot: heard }, now);
  const place = placeOfDock(gps);
  if (!place || takeOff === null) return null;
  const at = (spot: { lng: number; lat: number }, ellipsoid: number) => ({
    lng: spot.lng,
    lat: spot.lat,
    sea: ellipsoid - undulation(spot),
  });
  const model = modelOf(link);
  const plan = freshPlan('waypoint');
  const { settings } = model === null ? plan : chooseAircraft(plan, model);
  const home = at(place, takeOff);
  const target = at(order, takeOff + order.height);
  const way = { here: home, target, home, speed: order.maxSpeed, transit: order.safeHeight };
  return {
    order,
    way,
    settings: inWind({ ...settings, returnHeight: order.rthAltitude }, way, wind ?? 0),
    rated: model === null ? null : (ratedSeconds[model] ?? null),
    takeOff,
  };
};

/** Metres over the ground that the aircraft may fly from its dock by its own limit, as it last reported; null: it did not. */
export const distanceLimit = (link: DockLink, now: number): number | null =>
  telemetryOf(link, now).limits.distance;

/** A take-off as a flight that its check can judge. */
export const handFlightOf = (
  { oid, memberOID }: Pick<HandFlight, 'oid' | 'memberOID'>,
  { order, way, settings, rated, takeOff }: PlannedTakeOff,
  { read, wall, layers }: { read: GroundRead; wall: number; layers: Readonly<Record<string, string>> },
): HandFlight => {
  const figures = flyToFigures(way, settings);
  const { lng, lat, height, safeHeight } = order;
  const { home } = way;
  return {
    oid,
    memberOID,
    settings: { return_altitude: order.rthAltitude, lost_action: order.lostAction },
    route: {
      duration: figures.secondsAndHome,
      height_mode: 'relative',
      max_height: Math.max(height, safeHeight),
      take_off_security_height: safeHeight,
      warnings: [],
      drone_model: null,
      waypoints: [{ lng, lat, height }],
    },
    judged: {
      checksum: '',
      from: { lng: home.lng, lat: home.lat, height: takeOff },
      warnings: read.unread.map((layer) => ({
        code: 'noTerrain',
        blocking: false,
        values: { missing: 'obstacles', layer },
      })),
      look: { layers, read: [], pending: [] },
      batteryUse: { share: figures.share, reserve: leastReserve },
      ground: flyToGround(way, settings, read.ground),
      at: wall,
    },
    modelUnknown: rated === null,
  };
};

/** The least air below its way, as far as the ground is known. */
export const airBelow = ({ way, settings }: PlannedTakeOff, { ground, unread }: GroundRead) => {
  const { lowest, complete } = takeOffClearance(way, settings, ground);
  return { clearance: lowest, complete, unread };
};

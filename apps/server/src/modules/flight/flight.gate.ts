import {
  ratedSeconds,
  type DockStatus,
  type DrawnRegion,
  type GateInput,
  type GatePolicy,
  type RouteWarning,
  type Waypoint,
} from '@eyrie/domain';
import {
  alternatePlace,
  gateAges,
  heardOnly,
  modelKey,
  modelName,
  putterOf,
  reportedDroneModel,
} from '@eyrie/dji';
import type { Clock } from '../../platform/clock.ts';
import { statusOf, telemetryOf, type DockLink } from '../dock/index.ts';
import type { FlightJudgement } from '../route/index.ts';
import { regionVerdict, type RegionFlight } from '../region/index.ts';
import { needsFrom, type DockPlace } from './flight.judged.ts';
import type { FlightRow, routeForFlight } from './flight.store.ts';

type RouteFacts = Pick<
  NonNullable<Awaited<ReturnType<typeof routeForFlight>>>,
  | 'duration'
  | 'height_mode'
  | 'max_height'
  | 'take_off_security_height'
  | 'warnings'
  | 'drone_model'
  | 'waypoints'
>;

export interface GateCircumstances {
  link: DockLink;
  flight: Pick<FlightRow, 'return_altitude' | 'lost_action'>;
  /** What was found of the flight from its dock; null: nobody has looked. */
  judged: FlightJudgement | null;
  /** Names of layers that this look did not have as they are now. */
  changed: readonly string[];
  route: RouteFacts | null;
  /** The route's file is the one that was reviewed. */
  reviewed: boolean;
  otherFlight: string | null;
  neighbours: GateInput['neighbours'];
  unfit: GateInput['unfit'];
  policy: GatePolicy;
  approval: GateInput['approval'];
  checklist: GateInput['checklist'];
  series: GateInput['series'];
  licence: GateInput['licence'];
  /** Regions that are rules for the flight's department. */
  rules: readonly DrawnRegion[];
}

/**
 * Highest point of a route above take-off. Heights above the ellipsoid are converted with the dock's own; those
 * above the sea or the ground are not.
 */
export const routeTopOf = (
  route: Pick<RouteFacts, 'height_mode' | 'max_height' | 'take_off_security_height'>,
  dockHeight: number | null,
): number | null => {
  const highest =
    route.height_mode === 'relative'
      ? route.max_height
      : route.height_mode === 'ellipsoid' && dockHeight !== null
        ? route.max_height - dockHeight
        : null;
  return highest === null ? null : Math.max(highest, route.take_off_security_height);
};

/** How long ago the aircraft told its limits. It is silent while it sleeps in the dock; its setting stays. */
const limitsAge = (link: DockLink, now: number, wall: number): number | undefined => {
  const at = link.droneSnapshot.at['height_limit'];
  if (at !== undefined) return now - at;
  return link.droneLastSeenWall === null ? undefined : Math.max(0, wall - link.droneLastSeenWall);
};

/** The monotonic clock counts in fractions. */
const whole = (ages: GateInput['ages']): GateInput['ages'] =>
  Object.fromEntries(Object.entries(ages).map(([item, age]) => [item, Math.round(age)]));

const placeOf = (gps: string): { lng: number; lat: number } | null => {
  const [lng = NaN, lat = NaN] = gps.split(',').map(Number);
  return Number.isFinite(lng) && Number.isFinite(lat) ? { lng, lat } : null;
};

/** Where the dock says that it stands. */
const placeOfDock = (dock: Pick<DockStatus, 'gps' | 'height'> | null): DockPlace | null => {
  const place = dock?.gps ? placeOf(dock.gps) : null;
  return place && { ...place, height: dock?.height ?? null };
};

/** An aircraft whose endurance nobody knows may be in the air so many times as long as its route takes. */
const atMost = 2;
/** Ms that an aircraft may be in the air, by its endurance and the duration of its route, seconds. */
export const mostInAir = (rated: number | null, duration: number): number =>
  1_000 * Math.max(rated ?? 0, duration * atMost);

/** The flight as regions are asked about it: from now on, for as long as the aircraft can stay in the air. */
const regionFlightOf = (
  { link, flight, route }: Pick<GateCircumstances, 'link' | 'flight' | 'route'>,
  dock: GateInput['dock'],
  { now, rated }: { now: number; rated: number | null },
): RegionFlight => {
  return {
    dock: placeOfDock(dock),
    alternate: alternatePlace(link.dockSnapshot.values),
    route: route && {
      waypoints: route.waypoints as Waypoint[],
      heightMode: route.height_mode,
      takeOffSecurityHeight: route.take_off_security_height,
    },
    returnAltitude: flight.return_altitude,
    from: now,
    until: now + mostInAir(rated, route?.duration ?? 0),
  };
};

/** A dock by what it told here alone; null: it told nothing. */
const dockHeard = (link: DockLink, now: number): DockStatus | null => {
  const heard = heardOnly(link.dockSnapshot);
  return heard.osdAt === null ? null : statusOf({ ...link, dockSnapshot: heard }, now);
};

/** Where a dock told here that it stands. */
export const placeNow = (clock: Clock, link: DockLink): DockPlace | null =>
  placeOfDock(dockHeard(link, clock.mono()));

/** Everything the gate judges, from what the dock told here, the route and the organisation's decisions. */
export const gateInputOf = (
  clock: Clock,
  {
    link,
    flight,
    judged,
    changed,
    route,
    reviewed,
    otherFlight,
    neighbours,
    unfit,
    approval,
    checklist,
    series,
    licence,
    policy,
    rules,
  }: GateCircumstances,
): GateInput => {
  const now = clock.mono();
  const wall = clock.wall();
  const heard = heardOnly(link.dockSnapshot);
  const dock = dockHeard(link, now);
  const droneModel =
    reportedDroneModel(heard) ?? (link.droneInTopology ? modelKey(link.dock.droneModel ?? '') : null);
  const heightLimit = telemetryOf(link, now).limits.height;
  const limitAge = heightLimit === null ? undefined : limitsAge(link, now, wall);
  const rated = droneModel === null ? null : (ratedSeconds[droneModel] ?? null);
  const warnings = [...(judged?.warnings ?? []), ...((route?.warnings ?? []) as RouteWarning[])];
  return {
    dock,
    ages: whole({
      ...gateAges(heard, now),
      ...(link.hmsAt === null ? {} : { health: now - link.hmsAt }),
      ...(limitAge === undefined ? {} : { heightLimit: limitAge }),
    }),
    alarms: [...link.hms.dock, ...link.hms.drone],
    putter: putterOf(link.dock.model),
    // By the names that people know: what differs is shown to them.
    droneModel: droneModel === null ? null : modelName(droneModel),
    routeModel: route?.drone_model ? modelName(route.drone_model) : null,
    windLimit: link.dock.windLimit,
    returnAltitude: flight.return_altitude,
    routeTop: route ? routeTopOf(route, dock?.height ?? null) : null,
    ...needsFrom(judged, placeOfDock(dock)),
    changed,
    surfaceUnread: warnings.flatMap(({ values }) =>
      values['missing'] === 'obstacles' ? [String(values['layer'] ?? '')] : [],
    ),
    regions: regionVerdict(rules, regionFlightOf({ link, flight, route }, dock, { now: wall, rated })),
    heightLimit,
    lostAction: flight.lost_action,
    checksumMatches: reviewed,
    routeBlocked: warnings.find((warning) => warning.blocking) ?? null,
    otherFlight,
    neighbours,
    maintenance: link.dock.maintenance,
    insuranceUntil: link.dock.insuranceUntil,
    unfit,
    approval,
    checklist,
    series,
    licence,
    policy,
    now: wall,
  };
};

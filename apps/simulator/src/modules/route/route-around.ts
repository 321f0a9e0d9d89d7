import { destination, type Place } from '@eyrie/geometry';
import { writeKmz, type PlannedWaypoint, type RoutePlan } from '@eyrie/wpml';

export interface RouteRequest {
  name: string;
  /** Of the names of its photos; default the name of the route. */
  suffix?: string;
  /** Enum values of aircraft and camera as route files write them. */
  drone: { enumValue: number; subEnumValue: number };
  payload: number;
  /** Bearing in degrees and distance in metres from the dock, height above it. */
  points: readonly { bearing: number; meters: number; height: number; photo?: boolean }[];
  speed: number;
  createdAt: number;
}

/**
 * A waypoint route around a dock, as a person would plan it: photos looking down where asked for.
 * @param dock with its height above the ellipsoid where the file is to say where it begins
 */
export function routeAround(dock: Place & { height?: number }, request: RouteRequest): Uint8Array {
  const waypoints = request.points.map((point): PlannedWaypoint => {
    const place = destination(dock, point.bearing, point.meters);
    const actions =
      point.photo === false ? [] : [{ type: 'takePhoto' as const, suffix: request.suffix ?? request.name }];
    return { ...place, height: point.height, gimbalPitch: -90, actions };
  });
  const plan: RoutePlan = {
    name: request.name,
    author: 'simulator',
    drone: request.drone,
    payload: { enumValue: request.payload, position: 0 },
    finishAction: 'goHome',
    exitOnRCLost: 'executeLostAction',
    lostAction: 'goBack',
    takeOffSecurityHeight: 20,
    ...(dock.height === undefined ? {} : { takeOff: { lng: dock.lng, lat: dock.lat, height: dock.height } }),
    transitionalSpeed: 12,
    returnHeight: 100,
    heightMode: 'relativeToStartPoint',
    speed: request.speed,
    waypoints,
    createdAt: request.createdAt,
    compression: 'deflated',
  };
  return writeKmz(plan);
}

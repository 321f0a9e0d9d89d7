import { destination, type Place } from '@eyrie/geometry';
import { writeKmz, type PlannedWaypoint, type RoutePlan } from '@eyrie/wpml';

export interface RouteWish {
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

/** A waypoint route around a dock, as a person would plan it: photos looking down where asked for. */
export function routeAround(dock: Place, wish: RouteWish): Uint8Array {
  const waypoints = wish.points.map((point): PlannedWaypoint => {
    const place = destination(dock, point.bearing, point.meters);
    const actions =
      point.photo === false ? [] : [{ type: 'takePhoto' as const, suffix: wish.suffix ?? wish.name }];
    return { ...place, height: point.height, gimbalPitch: -90, actions };
  });
  const plan: RoutePlan = {
    name: wish.name,
    author: 'simulator',
    drone: wish.drone,
    payload: { enumValue: wish.payload, position: 0 },
    finishAction: 'goHome',
    exitOnRCLost: 'executeLostAction',
    lostAction: 'goBack',
    takeOffSecurityHeight: 20,
    transitionalSpeed: 12,
    returnHeight: 100,
    heightMode: 'relativeToStartPoint',
    speed: wish.speed,
    waypoints,
    createdAt: wish.createdAt,
    compression: 'deflated',
  };
  return writeKmz(plan);
}

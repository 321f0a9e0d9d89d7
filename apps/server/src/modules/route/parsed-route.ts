import { limits, type RouteDetail, type RoutePlan, type RouteWarning, type Waypoint } from '@eyrie/domain';
import { planOfFile } from '@eyrie/planner';
import { droneModel, readKmz, routeFigures, type KmzRefusal, type WpmlRoute } from '@eyrie/wpml';
import type { Look } from './look.ts';
import { broughtPlan } from './own-plan.ts';
import { sentenceOf } from './rule-sentence.ts';
import { undulation } from '../../platform/undulation.ts';

/** What is stored of a route file: everything that follows from its bytes alone. */
export type ParsedRoute = Pick<
  RouteDetail,
  | 'type'
  | 'creationMethod'
  | 'waypointCount'
  | 'lines'
  | 'length'
  | 'duration'
  | 'flightTime'
  | 'speed'
  | 'heightMode'
  | 'maxHeight'
  | 'takeOffSecurityHeight'
  | 'finishAction'
  | 'droneModel'
  | 'warnings'
  | 'waypoints'
>;

/** The same with what was found of it, by which look; null: nobody wrote that down. */
export interface JudgedRoute extends ParsedRoute {
  look: Look | null;
}

/** What a file that somebody handed in says, with the plan that it brings, of which nothing is believed yet. */
export type UploadResult =
  | { ok: true; route: ParsedRoute; plan: RoutePlan; own: RoutePlan | null }
  | { ok: false; refusal: KmzRefusal };

/** What a file says, and what can be drawn on of it. */
type ParseResult = { ok: true; route: ParsedRoute; plan: RoutePlan } | { ok: false; refusal: KmzRefusal };

type HeightMode = RouteDetail['heightMode'];

const heightModes: Readonly<Record<string, HeightMode>> = {
  relativeToStartPoint: 'relative',
  WGS84: 'ellipsoid',
  EGM96: 'altitude',
  aboveGroundLevel: 'ground',
  realTimeFollowSurface: 'ground',
};
const finishActions: Readonly<Record<string, RouteDetail['finishAction']>> = {
  noAction: 'hover',
  goHome: 'goHome',
  autoLand: 'land',
  gotoFirstWaypoint: 'gotoFirst',
};

const waypointsOf = (route: WpmlRoute, heightMode: HeightMode): Waypoint[] =>
  [route.waypoints, ...route.moreLines].flat().map((one) => ({
    lng: one.lng,
    lat: one.lat,
    height: one.height,
    heightMode,
    speed: one.speed,
    actions: one.actions.map(({ func, params }) => ({ func, params: { ...params } })),
  }));

/**
 * Reads a route file into what we store. Heights in metres, speeds in m/s, length in metres, duration in seconds.
 * Costs up to seconds for a hostile file: run it in the worker.
 */
export function parseRoute(bytes: Uint8Array): ParseResult {
  const result = readKmz(bytes, { limits: limits.route });
  return result.ok
    ? { ok: true, route: routeFacts(result), plan: planOfFile(result.route, { undulation }) }
    : result;
}

/** The same of a file that somebody handed in. */
export function parseUpload(bytes: Uint8Array): UploadResult {
  const result = parseRoute(bytes);
  return result.ok ? { ...result, own: broughtPlan(bytes) } : result;
}

/** The same of a file that was just written here of a plan, which is known. */
export function parseMade(
  bytes: Uint8Array,
): { ok: true; route: ParsedRoute } | { ok: false; refusal: KmzRefusal } {
  const result = readKmz(bytes, { limits: limits.route, ownFile: true });
  return result.ok ? { ok: true, route: routeFacts(result) } : result;
}

/** The speed of most points: they are flown by it, whatever their planner has for points that do not say any. */
function usualSpeed(waypoints: readonly Waypoint[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { speed } of waypoints) counts.set(speed, (counts.get(speed) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

function routeFacts(result: Extract<ReturnType<typeof readKmz>, { ok: true }>): ParsedRoute {
  const { route } = result;
  const heightMode = heightModes[route.executeHeightMode ?? ''] ?? 'relative';
  const warnings: RouteWarning[] = result.warnings.map(({ code, blocking, count, waypoints, values }) => ({
    code,
    blocking,
    values: {
      ...values,
      count,
      ...(waypoints.length > 0 ? { waypoints: waypoints.join(', ') } : {}),
      ...sentenceOf(code, blocking),
    },
  }));
  const { length, duration } = routeFigures(route);
  const waypoints = waypointsOf(route, heightMode);
  return {
    type: 'waypoint',
    creationMethod: 'DJI',
    waypointCount: waypoints.length,
    lines: [route.waypoints, ...route.moreLines].map((line, at) => ({
      id: route.lineHeads[at]?.id ?? at,
      waypoints: line.length,
    })),
    length,
    duration,
    flightTime: null,
    speed: usualSpeed(waypoints) ?? route.autoFlightSpeed ?? 0,
    heightMode,
    maxHeight: waypoints.reduce((highest, one) => Math.max(highest, one.height), -Infinity),
    takeOffSecurityHeight: route.takeOffSecurityHeight ?? 0,
    finishAction: finishActions[route.finishAction ?? ''] ?? 'goHome',
    droneModel: droneModel(route.droneEnumValue, route.droneSubEnumValue)?.key ?? null,
    warnings,
    waypoints,
  };
}

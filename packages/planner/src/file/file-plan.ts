import type { PlanAction, RoutePlan } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import {
  builtInPayload,
  type PlannedAction,
  type PlannedWaypoint,
  type RoutePlan as FilePlan,
} from '@eyrie/wpml';
import type { Ground, ResolvedPoint, ResolvedRoute } from '../resolved.ts';

/** What a route file says beside the route itself. */
export interface FileFacts {
  readonly name: string;
  readonly author: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Metres of the sea level (EGM96) above the ellipsoid. */
  readonly undulation: Ground['undulation'];
  /** The aircraft, its camera and the version of the format, where they are others than the plan's. */
  readonly drone?: string | undefined;
  readonly payload?: number | undefined;
  readonly version?: string | undefined;
}

/** With this code a file says that it does not know. */
const unknownCode = 65_535;
const finishActions = {
  hover: 'noAction',
  goHome: 'goHome',
  land: 'autoLand',
  gotoFirst: 'gotoFirstWaypoint',
} as const;
const lostActions = { continue: 'goBack', return: 'goBack', land: 'landing', hover: 'hover' } as const;

const droneOf = (key: string | null): FilePlan['drone'] => {
  const [, type, subType] = /^0-(\d{1,6})-(\d{1,6})$/.exec(key ?? '') ?? [];
  return type === undefined || subType === undefined
    ? { enumValue: unknownCode, subEnumValue: 0 }
    : { enumValue: Number(type), subEnumValue: Number(subType) };
};

/** Another aircraft than the plan's carries another camera, unless somebody says which. */
const payloadOf = ({ settings }: RoutePlan, { drone, payload }: FileFacts): FilePlan['payload'] => {
  const own = settings.payload.type ?? builtInPayload(drone ?? settings.drone ?? '');
  const changed = drone !== undefined && drone !== settings.drone ? (builtInPayload(drone) ?? own) : own;
  return { enumValue: payload ?? changed ?? unknownCode, position: settings.payload.position };
};

/** Metres as the aircraft takes them: above take-off, or above the ellipsoid, as it knows no sea level. */
const flownHeight = ({ settings }: RoutePlan, { undulation }: Pick<FileFacts, 'undulation'>) =>
  settings.heightMode === 'altitude'
    ? (place: Place, height: number): number => height + undulation(place)
    : (_place: Place, height: number): number => height;

function actionOf(action: PlanAction, places: ReadonlyMap<string, number>, last: number): PlannedAction {
  if (action.type === 'interval') return { ...action, until: places.get(action.until) ?? last };
  if (action.type !== 'other') return action;
  const { trigger, ...other } = action;
  return trigger ? { ...other, trigger: { ...trigger, until: places.get(trigger.until) ?? last } } : other;
}

function lineOf(
  points: readonly ResolvedPoint[],
  heightOf: ReturnType<typeof flownHeight>,
): PlannedWaypoint[] {
  const places = new Map(points.map(({ id }, index) => [id, index]));
  return points.map((point) => ({
    lng: point.lng,
    lat: point.lat,
    height: heightOf(point, point.height),
    speed: point.speed,
    headingMode: point.headingMode,
    headingAngle: point.heading,
    interest: point.interest
      ? { ...point.interest, height: heightOf(point.interest, point.interest.height) }
      : undefined,
    turnMode: point.turnMode,
    damping: point.damping,
    straight: point.straight,
    gimbalPitch: point.gimbalPitch ?? undefined,
    actions: point.actions.map((action) => actionOf(action, places, points.length - 1)),
    origin: point.origin ?? undefined,
  }));
}

/**
 * A resolved route as the writer of route files takes it. Heights above the sea become heights above the ellipsoid, with which
 * aircraft fly; its planner's document keeps those above the sea.
 *
 * @throws RangeError where the route has no line
 */
export function filePlanOf(resolved: ResolvedRoute, plan: RoutePlan, facts: FileFacts): FilePlan {
  const heightOf = flownHeight(plan, facts);
  const [waypoints, ...moreLines] = resolved.lines.map(({ points }) => lineOf(points, heightOf));
  if (!waypoints) throw new RangeError('a route without a line has no file');
  const { settings } = plan;
  const { takeOff } = settings;
  return {
    name: facts.name,
    author: facts.author,
    version: facts.version ?? settings.wpmlVersion,
    drone: droneOf(facts.drone ?? settings.drone),
    payload: payloadOf(plan, facts),
    finishAction: finishActions[settings.finishAction],
    exitOnRCLost: settings.lostAction === 'continue' ? 'goContinue' : 'executeLostAction',
    lostAction: lostActions[settings.lostAction],
    takeOffSecurityHeight: settings.takeOffSecurityHeight,
    transitionalSpeed: settings.transitSpeed,
    returnHeight: settings.returnHeight,
    takeOff: takeOff && takeOff.height !== null ? { ...takeOff, height: takeOff.height } : undefined,
    heightMode: settings.heightMode === 'relative' ? 'relativeToStartPoint' : 'WGS84',
    undulation: facts.undulation,
    speed: settings.speed,
    waypoints,
    moreLines,
    createdAt: facts.createdAt,
    compression: 'deflated',
  };
}

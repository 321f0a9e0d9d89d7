import {
  headingModes,
  limits,
  turnModes,
  type PlanPoint,
  type PlanSettings,
  type RoutePlan,
} from '@eyrie/domain';
import { normaliseHeading } from '@eyrie/geometry';
import { droneModel, type WpmlRoute, type WpmlWaypoint } from '@eyrie/wpml';
import { figuresOf } from '../aircraft.ts';
import { freshPlan } from '../fresh-plan.ts';
import type { Ground } from '../resolved.ts';
import { actionOfFile } from './action-of-file.ts';

const { plan: bound } = limits.route;

const finishActions: Readonly<Record<string, PlanSettings['finishAction']>> = {
  noAction: 'hover',
  goHome: 'goHome',
  autoLand: 'land',
  gotoFirstWaypoint: 'gotoFirst',
};
const lostActions: Readonly<Record<string, PlanSettings['lostAction']>> = {
  goBack: 'return',
  landing: 'land',
  hover: 'hover',
};

/** A number of a file as a plan may hold it; `otherwise` where the file has none. */
const within = (value: number | null, min: number, max: number, otherwise: number): number =>
  value === null || !Number.isFinite(value) ? otherwise : Math.min(max, Math.max(min, value));
const speedOf = (value: number | null, otherwise: number): number =>
  within(value, bound.speedMin, bound.speedMax, otherwise);
const heightOf = (value: number): number => within(value, bound.heightMin, bound.heightMax, 0);

const wordOf = <Word extends string>(words: readonly Word[], word: string, otherwise: Word): Word =>
  words.find((one) => one === word) ?? otherwise;

/** The value that occurs most often. */
function usual<Value>(values: readonly Value[], otherwise: Value): Value {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = [...counts.values()].reduce((found, count) => Math.max(found, count), 0);
  return [...counts].find(([, count]) => count === most)?.[0] ?? otherwise;
}

/** What heights of the file are above: a planner's document above the sea says more than the flown one above the ellipsoid. */
function heightModeOf({ executeHeightMode, heightMode }: WpmlRoute): PlanSettings['heightMode'] {
  if (executeHeightMode === 'EGM96') return 'altitude';
  if (executeHeightMode !== 'WGS84') return 'relative';
  return heightMode === 'EGM96' ? 'altitude' : 'ellipsoid';
}

/** Whether the heights that were read are above the ellipsoid and the plan's above the sea. */
const isConverted = (route: WpmlRoute): boolean =>
  route.executeHeightMode === 'WGS84' && heightModeOf(route) === 'altitude';

/** Millimetres: what a conversion adds below them is noise. */
const rounded = (metres: number): number => Math.round(metres * 1e6) / 1e6;

const turnOf = ({ turnMode }: WpmlWaypoint) =>
  wordOf(turnModes, turnMode, 'toPointAndStopWithDiscontinuityCurvature');
const headingModeOf = ({ headingMode }: WpmlWaypoint) => wordOf(headingModes, headingMode, 'followWayline');

function settingsOf(route: WpmlRoute, heights: readonly number[]): PlanSettings {
  const usualSettings = freshPlan('waypoint').settings;
  const waypoints = [route.waypoints, ...route.moreLines].flat();
  const model = droneModel(route.droneEnumValue, route.droneSubEnumValue);
  const [payload] = route.payloads;
  const goesOn = route.exitOnRCLost === 'goContinue';
  const version = /^1\.0\.\d{1,2}$/.test(route.namespaceVersion) ? route.namespaceVersion : null;
  const type = payload && payload.enumValue !== 65_535 ? within(payload.enumValue, 0, 1_000_000, 0) : null;
  return {
    ...usualSettings,
    ...figuresOf(model?.key ?? null, type),
    drone: model?.key ?? null,
    payload: {
      type,
      position: Math.round(within(payload?.position ?? null, 0, 7, 0)),
    },
    heightMode: heightModeOf(route),
    height: usual(heights, usualSettings.height),
    // The points are flown, whatever speed their planner has for points that do not say any.
    speed: speedOf(
      usual(
        waypoints.map(({ speed }) => speed),
        0,
      ),
      usualSettings.speed,
    ),
    transitSpeed: speedOf(route.globalTransitionalSpeed, usualSettings.transitSpeed),
    takeOffSecurityHeight: within(
      route.takeOffSecurityHeight,
      bound.takeOffMin,
      bound.takeOffMax,
      usualSettings.takeOffSecurityHeight,
    ),
    returnHeight: within(route.globalRTHHeight, bound.returnMin, bound.returnMax, usualSettings.returnHeight),
    finishAction: finishActions[route.finishAction ?? ''] ?? 'goHome',
    lostAction: goesOn ? 'continue' : (lostActions[route.executeRCLostAction ?? ''] ?? 'return'),
    turnMode: usual(waypoints.slice(1, -1).map(turnOf), turnOf(waypoints[0] as WpmlWaypoint)),
    headingMode: usual(waypoints.map(headingModeOf), 'followWayline'),
    gimbalManual: true,
    takeOff: route.takeOff && { ...route.takeOff },
    wpmlVersion: version ?? usualSettings.wpmlVersion,
  };
}

const idOf = (place: number): string => `p${place + 1}`;

interface Reading {
  readonly route: WpmlRoute;
  readonly settings: PlanSettings;
  readonly undulation: Ground['undulation'];
  /** Id of the point that became of the waypoint of that index of the same line. */
  readonly idAt: (index: number) => string;
  /** Number of the line. */
  readonly line: number;
}

function headingOf(one: WpmlWaypoint, { route, settings, undulation }: Reading): Partial<PlanPoint> {
  const headingMode = headingModeOf(one);
  const own = headingMode === settings.headingMode ? {} : { headingMode };
  if (headingMode === 'followWayline') return own;
  if (headingMode !== 'towardPOI') return { ...own, heading: normaliseHeading(one.headingAngle ?? 0) };
  if (!one.interest) return own;
  const height = isConverted(route) ? one.interest.height - undulation(one.interest) : one.interest.height;
  return { ...own, interest: { ...one.interest, height: heightOf(rounded(height)) } };
}

/** Whether an action of the point itself says its pitch. */
const turnsGimbal = ({ actions }: WpmlWaypoint): boolean =>
  actions.some(
    ({ func, trigger, params }) =>
      func === 'gimbalRotate' && trigger === 'reachPoint' && params['gimbalPitchRotateEnable'] === '1',
  );

function pointOf(one: WpmlWaypoint, place: number, height: number, reading: Reading): PlanPoint {
  const { route, settings, idAt, line } = reading;
  const turnMode = turnOf(one);
  const speed = speedOf(one.speed, settings.speed);
  const passes = turnMode === 'coordinateTurn' || turnMode === 'toPointAndPassWithContinuityCurvature';
  return {
    id: idOf(place),
    lng: one.lng,
    lat: one.lat,
    height,
    ...(speed === settings.speed ? {} : { speed }),
    ...headingOf(one, reading),
    ...(turnMode === settings.turnMode ? {} : { turnMode }),
    ...(passes ? { damping: within(one.damping, 0, bound.dampingMax, 0) } : {}),
    ...(one.useStraightLine ? {} : { straight: false }),
    ...(route.gimbalPitchMode === 'usePointSetting' && one.gimbalPitch !== null && !turnsGimbal(one)
      ? { gimbalPitch: within(one.gimbalPitch, -120, 45, 0) }
      : {}),
    actions: one.actions.slice(0, bound.actions).map((action) => actionOfFile(action, one.index, idAt)),
    ...(line === 0 ? {} : { line }),
    origin: place,
  };
}

/**
 * A read route file as a plan: what the plan knows can be edited, and every point names its place in the file, by which what the
 * plan does not know finds its way back. Numbers outside of what a plan may hold come in at its limit; the warnings of the
 * reader name them.
 */
export function planOfFile(route: WpmlRoute, { undulation }: Pick<Ground, 'undulation'>): RoutePlan {
  const converted = isConverted(route);
  const lines = [route.waypoints, ...route.moreLines];
  const heights = lines
    .flat()
    .map((one) => heightOf(converted ? rounded(one.height - undulation(one)) : one.height));
  const settings = settingsOf(route, heights);
  const points: PlanPoint[] = [];
  for (const [line, waypoints] of lines.entries()) {
    const before = points.length;
    const places = new Map(waypoints.map(({ index }, place) => [index, before + place]));
    const idAt = (index: number): string => idOf(places.get(index) ?? before + waypoints.length - 1);
    const reading = { route, settings, undulation, idAt, line };
    for (const [at, one] of waypoints.entries())
      points.push(pointOf(one, before + at, heights[before + at] ?? 0, reading));
  }
  return { ...freshPlan('waypoint'), settings, points, counter: points.length };
}

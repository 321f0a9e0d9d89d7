import { legLengths, normaliseHeading } from '@eyrie/geometry';
import { templatePath, waylinesPath } from './archive.ts';
import { routeFigures } from './figures.ts';
import type { PlannedAction, PlannedWaypoint, RoutePlan } from './plan.ts';
import type { WpmlAction, WpmlWaypoint } from './route.ts';
import { payloadLenses } from './models.ts';
import { encodeUtf8 } from './text.ts';
import { templateDocument } from './write-template.ts';
import { waylinesDocument } from './write-waylines.ts';
import { decimalText } from './write-xml.ts';
import { pack, writeZip } from './zip-write.ts';

const stop = 'toPointAndStopWithDiscontinuityCurvature';
/** Metres before a point at which an early turn may start at most. */
const widestDamping = 10;

/**
 * Writes a waypoint route that DJI planners and docks read. The same plan gives the same bytes.
 *
 * @throws RangeError when a number is not finite, or a WGS84 plan lacks its undulation
 */
export function writeKmz(plan: RoutePlan): Uint8Array {
  if (plan.waypoints.length < 2) throw new RangeError('a route has at least two waypoints');
  if (plan.heightMode === 'WGS84' && plan.undulation === undefined) {
    throw new RangeError('a WGS84 plan needs the undulation at the route');
  }
  const waypoints = plannedWaypoints(plan);
  const figures = routeFigures({ waypoints });
  return writeZip([
    pack(templatePath, encodeUtf8(templateDocument(plan, waypoints)), plan.compression),
    pack(waylinesPath, encodeUtf8(waylinesDocument(plan, waypoints, figures)), plan.compression),
  ]);
}

/** The plan's points with everything left open decided: what the aircraft flies. */
function plannedWaypoints(plan: RoutePlan): WpmlWaypoint[] {
  const lengths = legLengths(plan.waypoints);
  const last = plan.waypoints.length - 1;
  return plan.waypoints.map((point, index) => {
    const atEnd = index === 0 || index === last;
    const turnMode = atEnd ? stop : (point.turnMode ?? stop);
    const passing = turnMode === 'coordinateTurn' || turnMode === 'toPointAndPassWithContinuityCurvature';
    const shorter = Math.min(lengths[index - 1] ?? 0, lengths[index] ?? 0);
    return {
      index,
      lng: point.lng,
      lat: point.lat,
      height: point.height,
      speed: point.speed ?? plan.speed,
      headingMode: point.headingMode ?? 'followWayline',
      headingAngle: normaliseHeading(point.headingAngle ?? 0),
      turnMode,
      // A third of the leg from either side leaves room between two neighbouring turns.
      damping: passing ? Math.min(widestDamping, Math.floor((shorter / 3) * 1000) / 1000) : 0,
      useStraightLine: true,
      gimbalPitch: point.gimbalPitch ?? null,
      actions: actionsOf(point, index, plan),
    };
  });
}

function actionsOf(point: PlannedWaypoint, index: number, plan: RoutePlan): WpmlAction[] {
  const pitch: PlannedAction[] =
    point.gimbalPitch === undefined ? [] : [{ type: 'gimbalRotate', pitch: point.gimbalPitch }];
  return [...pitch, ...point.actions].map((action) => ({
    func: action.type,
    params: paramsOf(action, plan),
    trigger: 'reachPoint',
    triggerParam: null,
    groupEnd: index,
  }));
}

function paramsOf(action: PlannedAction, plan: RoutePlan): Record<string, string> {
  const camera = { payloadPositionIndex: String(plan.payload.position) };
  const lenses = { payloadLensIndex: payloadLenses(plan.payload.enumValue).join(',') };
  switch (action.type) {
    case 'takePhoto':
    case 'startRecord':
      return { ...camera, fileSuffix: action.suffix ?? '', ...lenses, useGlobalPayloadLensIndex: '1' };
    case 'stopRecord':
      return { ...camera, ...lenses };
    case 'hover':
      return { hoverTime: decimalText(action.seconds) };
    case 'rotateYaw':
      return {
        aircraftHeading: decimalText(normaliseHeading(action.heading)),
        aircraftPathMode: 'clockwise',
      };
    default:
      return { ...camera, ...gimbalParams(action.pitch) };
  }
}

function gimbalParams(pitch: number): Record<string, string> {
  return {
    gimbalHeadingYawBase: 'north',
    gimbalRotateMode: 'absoluteAngle',
    gimbalPitchRotateEnable: '1',
    gimbalPitchRotateAngle: decimalText(pitch),
    gimbalRollRotateEnable: '0',
    gimbalRollRotateAngle: '0',
    gimbalYawRotateEnable: '0',
    gimbalYawRotateAngle: '0',
    gimbalRotateTimeEnable: '0',
    gimbalRotateTime: '0',
  };
}

/** A file name made of a route's name: without path characters and dots, which docks and shells stumble over. */
export function routeFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters have no place in a file name
  const safe = name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*.]+/g, '_').trim();
  return `${safe.slice(0, 100) || 'route'}.kmz`;
}

import type { PlanAction, PlanSettings } from '@eyrie/domain';
import type { WpmlAction, WpmlRoute, WpmlWaypoint } from '@eyrie/wpml';
import { modelOf } from '../model.ts';
import type { ResolvedLine, ResolvedPoint } from '../resolved.ts';

const finishWords = { hover: 'noAction', goHome: 'goHome', land: 'autoLand', gotoFirst: 'gotoFirstWaypoint' };
const lostWords = { return: 'goBack', land: 'landing', hover: 'hover', continue: null };

/** Parameters of an action by the words of the format, as far as the rules of the format look at them. */
function paramsOf(action: PlanAction): Record<string, string> {
  switch (action.type) {
    case 'hover':
      return { hoverTime: String(action.seconds) };
    case 'rotateYaw':
      return { aircraftHeading: String(action.heading) };
    case 'gimbalRotate':
      return { gimbalPitchRotateEnable: '1', gimbalPitchRotateAngle: String(action.pitch) };
    case 'orientedShoot':
      return { gimbalPitchRotateAngle: String(action.pitch), aircraftHeading: String(action.heading) };
    case 'focus':
      return { isPointFocus: '1', focusX: String(action.x), focusY: String(action.y) };
    case 'other':
      return action.params;
    default:
      return {};
  }
}

function actionOf(action: PlanAction, index: number, placeOf: ReadonlyMap<string, number>): WpmlAction {
  if (action.type === 'interval')
    return {
      func: 'takePhoto',
      params: {},
      trigger: action.by === 'distance' ? 'multipleDistance' : 'multipleTiming',
      triggerParam: action.every,
      groupEnd: placeOf.get(action.until) ?? -1,
    };
  const func = action.type === 'other' ? action.func : action.type;
  // What this product has no form for keeps the trigger of its file, which is not among its parameters.
  const trigger = func === 'gimbalEvenlyRotate' ? 'betweenAdjacentPoints' : 'reachPoint';
  return { func, params: paramsOf(action), trigger, triggerParam: null, groupEnd: index };
}

function waypointOf(point: ResolvedPoint, index: number, placeOf: ReadonlyMap<string, number>): WpmlWaypoint {
  const pitch: PlanAction[] =
    point.gimbalPitch === null ? [] : [{ type: 'gimbalRotate', pitch: point.gimbalPitch }];
  return {
    index,
    lng: point.lng,
    lat: point.lat,
    height: point.height,
    speed: point.speed,
    headingMode: point.headingMode,
    headingAngle: point.heading,
    interest: point.interest,
    turnMode: point.turnMode,
    damping: point.damping,
    useStraightLine: point.straight,
    gimbalPitch: point.gimbalPitch,
    actions: [...pitch, ...point.actions].map((action) => actionOf(action, index, placeOf)),
  };
}

/** A line as the file that is written of it says it, for the rules of the format. */
export function writtenRoute(line: ResolvedLine, settings: PlanSettings): WpmlRoute {
  const model = modelOf(settings.drone);
  const lost = lostWords[settings.lostAction];
  const relative = settings.heightMode === 'relative';
  const placeOf = new Map(line.points.map(({ id }, index) => [id, index]));
  return {
    namespaceVersion: settings.wpmlVersion,
    droneEnumValue: model?.enumValue ?? null,
    droneSubEnumValue: model?.subEnumValue ?? null,
    payloads:
      settings.payload.type === null
        ? []
        : [{ enumValue: settings.payload.type, subEnumValue: null, position: settings.payload.position }],
    flyToWaylineMode: 'safely',
    finishAction: finishWords[settings.finishAction],
    exitOnRCLost: lost === null ? 'goContinue' : 'executeLostAction',
    executeRCLostAction: lost,
    takeOffSecurityHeight: settings.takeOffSecurityHeight,
    takeOff: null,
    moreLines: [],
    gimbalPitchMode: 'manual',
    globalTransitionalSpeed: settings.transitSpeed,
    globalRTHHeight: settings.returnHeight,
    executeHeightMode: relative ? 'relativeToStartPoint' : 'WGS84',
    heightMode: relative ? 'relativeToStartPoint' : 'EGM96',
    autoFlightSpeed: settings.speed,
    declaredDistance: null,
    declaredDuration: null,
    waypoints: line.points.map((point, index) => waypointOf(point, index, placeOf)),
    startActions: [],
    waylineCount: 1,
    templateType: 'waypoint',
    source: 'executable',
  };
}

import type { RoutePlan } from './plan.ts';
import { decidedLines } from './planned-route.ts';
import type { WpmlRoute } from './route.ts';

/**
 * A plan as the file that is written of it will be read: for checks that must not wait for a file.
 *
 * @throws RangeError for what is not a finite number
 */
export function routeOfPlan(plan: RoutePlan): WpmlRoute {
  const [waypoints = [], ...moreLines] = decidedLines(plan);
  const relative = plan.heightMode === 'relativeToStartPoint';
  return {
    namespaceVersion: plan.version ?? '',
    droneEnumValue: plan.drone.enumValue,
    droneSubEnumValue: plan.drone.subEnumValue,
    payloads: [{ ...plan.payload, subEnumValue: null }],
    flyToWaylineMode: 'safely',
    finishAction: plan.finishAction,
    exitOnRCLost: plan.exitOnRCLost,
    executeRCLostAction: plan.lostAction,
    takeOffSecurityHeight: plan.takeOffSecurityHeight,
    globalTransitionalSpeed: plan.transitionalSpeed,
    takeOff: plan.takeOff ?? null,
    globalRTHHeight: plan.returnHeight,
    executeHeightMode: plan.heightMode,
    heightMode: relative ? 'relativeToStartPoint' : 'EGM96',
    autoFlightSpeed: plan.speed,
    declaredDistance: null,
    declaredDuration: null,
    waypoints,
    startActions: [],
    waylineCount: 1 + moreLines.length,
    moreLines,
    lineHeads: [waypoints, ...moreLines].map((_, id) => ({ id, startActions: [] })),
    gimbalPitchMode: null,
    templateType: 'waypoint',
    source: 'executable',
  };
}

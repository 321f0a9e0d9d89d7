import type { RoutePlan } from './plan.ts';
import type { WpmlAction, WpmlWaypoint } from './route.ts';
import { decimalText, node, wpml, type XmlNode } from './write-xml.ts';

/** Safe for the oldest docks; current planners read it as well. */
export const writtenVersion = '1.0.2';

export function missionConfig(plan: RoutePlan): XmlNode {
  return wpml('missionConfig', [
    wpml('flyToWaylineMode', 'safely'),
    wpml('finishAction', plan.finishAction),
    wpml('exitOnRCLost', plan.exitOnRCLost),
    wpml('executeRCLostAction', plan.lostAction),
    wpml('takeOffSecurityHeight', plan.takeOffSecurityHeight),
    wpml('globalTransitionalSpeed', plan.transitionalSpeed),
    wpml('globalRTHHeight', plan.returnHeight),
    wpml('droneInfo', [
      wpml('droneEnumValue', plan.drone.enumValue),
      wpml('droneSubEnumValue', plan.drone.subEnumValue),
    ]),
    wpml('payloadInfo', [
      wpml('payloadEnumValue', plan.payload.enumValue),
      wpml('payloadPositionIndex', plan.payload.position),
    ]),
  ]);
}

/** Ten decimals of a degree are a hundredth of a millimetre: reading back gives the place that was planned. */
export function pointNode({ lng, lat }: WpmlWaypoint): XmlNode {
  return node('Point', [node('coordinates', `${decimalText(lng, 10)},${decimalText(lat, 10)}`)]);
}

export function headingParam(mode: string, angle: number | null): XmlNode {
  return wpml('waypointHeadingParam', [
    wpml('waypointHeadingMode', mode),
    wpml('waypointHeadingAngle', angle ?? 0),
    wpml('waypointPoiPoint', '0.000000,0.000000,0.000000'),
    wpml('waypointHeadingPathMode', 'followBadArc'),
  ]);
}

export function turnParam({ turnMode, damping }: WpmlWaypoint): XmlNode {
  return wpml('waypointTurnParam', [
    wpml('waypointTurnMode', turnMode),
    wpml('waypointTurnDampingDist', damping),
  ]);
}

/** All actions of a point in one group: the aircraft does them one after the other, in written order. */
export function actionGroups({ index, actions }: WpmlWaypoint): XmlNode[] {
  if (actions.length === 0) return [];
  return [
    wpml('actionGroup', [
      wpml('actionGroupId', index),
      wpml('actionGroupStartIndex', index),
      wpml('actionGroupEndIndex', index),
      wpml('actionGroupMode', 'sequence'),
      wpml('actionTrigger', [wpml('actionTriggerType', 'reachPoint')]),
      ...actions.map(actionNode),
    ]),
  ];
}

function actionNode({ func, params }: WpmlAction, actionId: number): XmlNode {
  return wpml('action', [
    wpml('actionId', actionId),
    wpml('actionActuatorFunc', func),
    wpml(
      'actionActuatorFuncParam',
      Object.entries(params).map(([name, value]) => wpml(name, value)),
    ),
  ]);
}

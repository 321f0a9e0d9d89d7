import type { RoutePlan } from './plan.ts';
import type { DecidedWaypoint } from './planned-route.ts';
import type { WpmlAction, WpmlWaypoint } from './route.ts';
import { decimalText, node, wpml, type XmlNode } from './write-xml.ts';

/** With this code a file says that it does not know. */
export const unknownCode = 65_535;

/** Lines after the first keep what their file says; each of their waypoints says its own speed. */
export const ofOtherLines = (index: number): XmlNode['when'] => (index === 0 ? undefined : 'absent');

/** Gives each group of actions of a document its number: they are unique in it. */
export type GroupIds = () => number;

export function groupIds(): GroupIds {
  let next = 0;
  return () => next++;
}

/** A file may name a model that nobody here knows. */
const unlessKnown = (code: number): XmlNode['when'] => (code === unknownCode ? 'absent' : undefined);

export function missionConfig(plan: RoutePlan, forPlanner: boolean): XmlNode {
  return wpml('missionConfig', [
    wpml('flyToWaylineMode', 'safely', 'absent'),
    wpml('finishAction', plan.finishAction),
    wpml('exitOnRCLost', plan.exitOnRCLost),
    wpml('executeRCLostAction', plan.lostAction, plan.exitOnRCLost === 'goContinue' ? 'absent' : undefined),
    wpml('takeOffSecurityHeight', plan.takeOffSecurityHeight),
    ...(forPlanner && plan.takeOff ? [wpml('takeOffRefPoint', latitudeFirst(plan.takeOff), 'absent')] : []),
    wpml('globalTransitionalSpeed', plan.transitionalSpeed),
    wpml('globalRTHHeight', plan.returnHeight),
    wpml('droneInfo', [
      wpml('droneEnumValue', plan.drone.enumValue, unlessKnown(plan.drone.enumValue)),
      wpml('droneSubEnumValue', plan.drone.subEnumValue, unlessKnown(plan.drone.enumValue)),
    ]),
    wpml('payloadInfo', [
      wpml('payloadEnumValue', plan.payload.enumValue, unlessKnown(plan.payload.enumValue)),
      wpml('payloadPositionIndex', plan.payload.position, unlessKnown(plan.payload.enumValue)),
    ]),
  ]);
}

/** Ten decimals of a degree are a hundredth of a millimetre: reading back gives the place that was planned. */
export function pointNode({ lng, lat }: Pick<WpmlWaypoint, 'lng' | 'lat'>): XmlNode {
  return node('Point', [node('coordinates', `${decimalText(lng, 10)},${decimalText(lat, 10)}`)]);
}

/** Places in values of the route namespace are latitude, longitude, height; those of a map file are the other way round. */
const latitudeFirst = (place: { lng: number; lat: number; height: number }): string =>
  `${decimalText(place.lat, 10)},${decimalText(place.lng, 10)},${decimalText(place.height)}`;

const nowhere = '0.000000,0.000000,0.000000';

export function headingParam(
  name: string,
  { headingMode, headingAngle, interest }: Pick<DecidedWaypoint, 'headingMode' | 'headingAngle' | 'interest'>,
): XmlNode {
  // The angle of a heading along the line and the place of one that looks at none mean nothing.
  const toPlace = headingMode === 'towardPOI';
  const turned = headingMode !== 'followWayline' && !toPlace;
  return wpml(name, [
    wpml('waypointHeadingMode', headingMode),
    wpml('waypointHeadingAngle', turned ? (headingAngle ?? 0) : 0, turned ? undefined : 'absent'),
    wpml(
      'waypointPoiPoint',
      toPlace && interest ? latitudeFirst(interest) : nowhere,
      toPlace ? undefined : 'absent',
    ),
    wpml('waypointHeadingAngleEnable', turned ? 1 : 0, 'present'),
    wpml('waypointHeadingPathMode', 'followBadArc', 'absent'),
  ]);
}

export function turnParam({ turnMode, damping }: WpmlWaypoint): XmlNode {
  const passing = turnMode === 'coordinateTurn' || turnMode === 'toPointAndPassWithContinuityCurvature';
  return wpml('waypointTurnParam', [
    wpml('waypointTurnMode', turnMode),
    // Many files give stopping turns a figure too, which the aircraft does not use.
    wpml('waypointTurnDampingDist', damping, passing ? undefined : 'absent'),
  ]);
}

/** A pitch that newer files say beside the actions: kept in step where it stands. */
export function gimbalNodes({ gimbalPitch }: WpmlWaypoint): XmlNode[] {
  if (gimbalPitch === null) return [];
  return [
    wpml('gimbalPitchAngle', gimbalPitch, 'present'),
    {
      ...wpml('waypointGimbalHeadingParam', [wpml('waypointGimbalPitchAngle', gimbalPitch)]),
      when: 'present',
    },
  ];
}

const isOnArrival = ({ trigger, groupEnd }: WpmlAction, index: number): boolean =>
  trigger === 'reachPoint' && groupEnd === index;

/**
 * What is done on arrival in one group, because the aircraft does it one after the other in written order; each action with
 * another trigger in a group of its own.
 */
export function actionGroups({ index, actions }: WpmlWaypoint, ids: GroupIds): XmlNode[] {
  const onArrival = actions.filter((action) => isOnArrival(action, index));
  const others = actions.filter((action) => !isOnArrival(action, index));
  const [first] = onArrival;
  return [
    ...(first ? [actionGroup(index, first, onArrival, ids)] : []),
    ...others.map((action) => actionGroup(index, action, [action], ids)),
  ];
}

export function startActionGroup(actions: readonly WpmlAction[]): XmlNode[] {
  if (actions.length === 0) return [];
  return [wpml('startActionGroup', actions.map(actionNode))];
}

export function actionGroup(
  index: number,
  { trigger, triggerParam, groupEnd }: WpmlAction,
  actions: readonly WpmlAction[],
  ids: GroupIds,
): XmlNode {
  return wpml('actionGroup', [
    wpml('actionGroupId', ids()),
    wpml('actionGroupStartIndex', index),
    wpml('actionGroupEndIndex', groupEnd),
    wpml('actionGroupMode', 'sequence', 'absent'),
    wpml('actionTrigger', [
      wpml('actionTriggerType', trigger),
      ...(triggerParam === null ? [] : [wpml('actionTriggerParam', triggerParam)]),
    ]),
    ...actions.map(actionNode),
  ]);
}

export function actionNode({ func, params }: WpmlAction, actionId: number): XmlNode {
  return wpml('action', [
    wpml('actionId', actionId),
    wpml('actionActuatorFunc', func),
    wpml(
      'actionActuatorFuncParam',
      Object.entries(params).map(([name, value]) => wpml(name, value)),
    ),
  ]);
}

import { payloadLenses } from './models.ts';
import type { RoutePlan } from './plan.ts';
import type { DecidedWaypoint } from './planned-route.ts';
import {
  actionGroups,
  gimbalNodes,
  groupIds,
  headingParam,
  missionConfig,
  ofOtherLines,
  pointNode,
  turnParam,
  type GroupIds,
} from './write-shared.ts';
import { node, wpml, type XmlNode } from './write-xml.ts';

/** The planner's document. Its element order is the one DJI writes, which its readers rely on. */
export function templateBody(plan: RoutePlan, lines: readonly (readonly DecidedWaypoint[])[]): XmlNode[] {
  const ids = groupIds();
  return [
    wpml('author', plan.author, 'absent'),
    wpml('createTime', plan.createdAt, 'absent'),
    wpml('updateTime', plan.createdAt),
    missionConfig(plan, true),
    ...lines.map((line, index) => folder(plan, line, index, ids)),
  ];
}

function folder(plan: RoutePlan, line: readonly DecidedWaypoint[], index: number, ids: GroupIds): XmlNode {
  const relative = plan.heightMode === 'relativeToStartPoint';
  const [first] = line;
  return node('Folder', [
    wpml('templateType', 'waypoint'),
    wpml('templateId', index, 'absent'),
    wpml('waylineCoordinateSysParam', [
      wpml('coordinateMode', 'WGS84'),
      wpml('heightMode', relative ? 'relativeToStartPoint' : 'EGM96'),
      wpml('positioningType', 'GPS', 'absent'),
    ]),
    wpml('autoFlightSpeed', plan.speed, ofOtherLines(index)),
    wpml('globalHeight', first ? plannedHeight(first, plan) : 0, 'absent'),
    wpml('gimbalPitchMode', 'manual', 'absent'),
    {
      ...headingParam('globalWaypointHeadingParam', {
        headingMode: 'followWayline',
        headingAngle: 0,
        interest: null,
      }),
      when: 'absent',
    },
    wpml('globalWaypointTurnMode', 'toPointAndStopWithDiscontinuityCurvature', 'absent'),
    wpml('globalUseStraightLine', '1', 'absent'),
    ...line.map((point) => placemark(point, plan, ids)),
    {
      ...wpml('payloadParam', [
        wpml('payloadPositionIndex', plan.payload.position),
        wpml('imageFormat', payloadLenses(plan.payload.enumValue).join(',')),
      ]),
      when: 'absent',
    },
  ]);
}

function plannedHeight(point: Pick<DecidedWaypoint, 'lng' | 'lat' | 'height'>, plan: RoutePlan): number {
  if (plan.heightMode !== 'WGS84') return point.height;
  const { undulation = 0 } = plan;
  return point.height - (typeof undulation === 'number' ? undulation : undulation(point));
}

function placemark(point: DecidedWaypoint, plan: RoutePlan, ids: GroupIds): XmlNode {
  return {
    name: 'Placemark',
    waypoint: point,
    // Made when it is written: a tree of tens of thousands of waypoints is never whole.
    get content() {
      return [
        pointNode(point),
        wpml('index', point.index),
        wpml('ellipsoidHeight', point.height),
        wpml('height', plannedHeight(point, plan)),
        wpml('useGlobalHeight', '0'),
        wpml('useGlobalSpeed', '0'),
        wpml('waypointSpeed', point.speed),
        wpml('useGlobalHeadingParam', '0'),
        headingParam('waypointHeadingParam', point),
        wpml('useGlobalTurnParam', '0'),
        turnParam(point),
        wpml('useStraightLine', point.useStraightLine ? '1' : '0'),
        ...gimbalNodes(point),
        ...actionGroups(point, ids),
      ];
    },
  };
}

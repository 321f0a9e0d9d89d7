import { payloadLenses } from './models.ts';
import type { RoutePlan } from './plan.ts';
import type { WpmlWaypoint } from './route.ts';
import {
  actionGroups,
  headingParam,
  missionConfig,
  pointNode,
  turnParam,
  writtenVersion,
} from './write-shared.ts';
import { node, wpml, writeDocument, type XmlNode } from './write-xml.ts';

/** The planner's document. Its element order is the one DJI writes, which its readers rely on. */
export function templateDocument(plan: RoutePlan, waypoints: readonly WpmlWaypoint[]): string {
  const relative = plan.heightMode === 'relativeToStartPoint';
  return writeDocument(writtenVersion, [
    wpml('author', plan.author),
    wpml('createTime', plan.createdAt),
    wpml('updateTime', plan.createdAt),
    missionConfig(plan),
    node('Folder', [
      wpml('templateType', 'waypoint'),
      wpml('templateId', 0),
      wpml('waylineCoordinateSysParam', [
        wpml('coordinateMode', 'WGS84'),
        wpml('heightMode', relative ? 'relativeToStartPoint' : 'EGM96'),
        wpml('positioningType', 'GPS'),
      ]),
      wpml('autoFlightSpeed', plan.speed),
      wpml('globalHeight', plannedHeight(waypoints[0]?.height ?? 0, plan)),
      wpml('gimbalPitchMode', 'manual'),
      headingGlobal(),
      wpml('globalWaypointTurnMode', 'toPointAndStopWithDiscontinuityCurvature'),
      wpml('globalUseStraightLine', '1'),
      ...waypoints.map((point) => placemark(point, plan)),
      wpml('payloadParam', [
        wpml('payloadPositionIndex', plan.payload.position),
        wpml('imageFormat', payloadLenses(plan.payload.enumValue).join(',')),
      ]),
    ]),
  ]);
}

function headingGlobal(): XmlNode {
  return { ...headingParam('followWayline', 0), name: 'wpml:globalWaypointHeadingParam' };
}

function plannedHeight(height: number, plan: RoutePlan): number {
  return plan.heightMode === 'WGS84' ? height - (plan.undulation ?? 0) : height;
}

function placemark(point: WpmlWaypoint, plan: RoutePlan): XmlNode {
  return node('Placemark', [
    pointNode(point),
    wpml('index', point.index),
    wpml('ellipsoidHeight', point.height),
    wpml('height', plannedHeight(point.height, plan)),
    wpml('useGlobalHeight', '0'),
    wpml('useGlobalSpeed', '0'),
    wpml('waypointSpeed', point.speed),
    wpml('useGlobalHeadingParam', '0'),
    headingParam(point.headingMode, point.headingAngle),
    wpml('useGlobalTurnParam', '0'),
    turnParam(point),
    wpml('useStraightLine', '1'),
    ...actionGroups(point),
  ]);
}

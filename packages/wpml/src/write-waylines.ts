import type { RouteFigures } from './figures.ts';
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

/** The document the aircraft flies: every value resolved, nothing global. */
export function waylinesDocument(
  plan: RoutePlan,
  waypoints: readonly WpmlWaypoint[],
  figures: RouteFigures,
): string {
  return writeDocument(writtenVersion, [
    missionConfig(plan),
    node('Folder', [
      wpml('templateId', 0),
      wpml('executeHeightMode', plan.heightMode),
      wpml('waylineId', 0),
      wpml('distance', figures.length),
      wpml('duration', figures.duration),
      wpml('autoFlightSpeed', plan.speed),
      ...waypoints.map(placemark),
    ]),
  ]);
}

function placemark(point: WpmlWaypoint): XmlNode {
  return node('Placemark', [
    pointNode(point),
    wpml('index', point.index),
    wpml('executeHeight', point.height),
    wpml('waypointSpeed', point.speed),
    headingParam(point.headingMode, point.headingAngle),
    turnParam(point),
    wpml('useStraightLine', '1'),
    ...actionGroups(point),
  ]);
}

import { routeFigures } from './figures.ts';
import type { RoutePlan } from './plan.ts';
import { writtenActions, type DecidedWaypoint } from './planned-route.ts';
import {
  actionGroups,
  gimbalNodes,
  groupIds,
  headingParam,
  missionConfig,
  ofOtherLines,
  pointNode,
  startActionGroup,
  turnParam,
  type GroupIds,
} from './write-shared.ts';
import { node, wpml, type XmlNode } from './write-xml.ts';

/** The document the aircraft flies: every value resolved, nothing global. */
export function waylinesBody(plan: RoutePlan, lines: readonly (readonly DecidedWaypoint[])[]): XmlNode[] {
  const ids = groupIds();
  const start = startActionGroup(writtenActions(plan.startActions ?? [], 0, plan));
  return [
    missionConfig(plan, false),
    ...lines.map((line, index) => {
      const figures = routeFigures({ waypoints: line });
      return node('Folder', [
        wpml('templateId', index, 'absent'),
        wpml('executeHeightMode', plan.heightMode),
        wpml('waylineId', index, 'absent'),
        wpml('distance', figures.length),
        wpml('duration', figures.duration),
        wpml('autoFlightSpeed', plan.speed, ofOtherLines(index)),
        ...(index === 0 ? start : []),
        ...line.map((point) => placemark(point, ids)),
      ]);
    }),
  ];
}

function placemark(point: DecidedWaypoint, ids: GroupIds): XmlNode {
  return {
    name: 'Placemark',
    waypoint: point,
    // Made when it is written: a tree of tens of thousands of waypoints is never whole.
    get content() {
      return [
        pointNode(point),
        wpml('index', point.index),
        wpml('executeHeight', point.height),
        wpml('waypointSpeed', point.speed),
        headingParam('waypointHeadingParam', point),
        turnParam(point),
        wpml('useStraightLine', point.useStraightLine ? '1' : '0'),
        ...gimbalNodes(point),
        ...actionGroups(point, ids),
      ];
    },
  };
}

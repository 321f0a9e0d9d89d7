import { lintRoute } from './lint.ts';
import type { RoutePlan } from './plan.ts';
import { decidedLines, type DecidedWaypoint } from './planned-route.ts';
import type { WarningCode, WpmlRoute, WpmlWaypoint } from './route.ts';
import { templateBody } from './write-template.ts';
import { waylinesBody } from './write-waylines.ts';
import type { XmlNode } from './write-xml.ts';

/** What stands in the mission settings for what an aircraft surely refuses: what a plan shows instead is written. */
const refused: Readonly<Partial<Record<WarningCode, readonly string[]>>> = {
  finishAction: ['finishAction'],
  lostSignal: ['exitOnRCLost', 'executeRCLostAction'],
  transitSpeed: ['globalTransitionalSpeed'],
  transitSpeedInvalid: ['globalTransitionalSpeed'],
  takeOffHeight: ['takeOffSecurityHeight'],
  returnHeight: ['globalRTHHeight'],
  executeHeightMode: ['executeHeightMode'],
};

/** Metres: more is no rounding of a conversion. */
const rounding = 1e-3;

/** A waypoint as its file says it where a plan cannot hold that: what the plan shows instead counts as edited. */
function asRead(point: DecidedWaypoint, read: WpmlWaypoint | undefined): DecidedWaypoint {
  if (!read) return point;
  const noEnd =
    read.turnMode === '' || (read.turnMode === 'coordinateTurn' && point.turnMode !== read.turnMode);
  return {
    ...point,
    height: Math.abs(read.height - point.height) > rounding ? read.height : point.height,
    speed: read.speed >= 1 && read.speed <= 15 ? point.speed : read.speed,
    headingMode: read.headingMode === '' ? '' : point.headingMode,
    headingAngle: Math.abs(read.headingAngle ?? 0) > 180 ? read.headingAngle : point.headingAngle,
    turnMode: noEnd ? read.turnMode : point.turnMode,
    damping: read.damping < 0 ? read.damping : point.damping,
  };
}

const without = (body: readonly XmlNode[], names: ReadonlySet<string>): XmlNode[] =>
  body.map((one) =>
    typeof one.content === 'string' || typeof one.content === 'number'
      ? one
      : one.name === 'wpml:missionConfig' || one.name === 'Folder'
        ? { ...one, content: one.content.filter(({ name }) => !names.has(name)) }
        : one,
  );

/**
 * Both documents as they would be written of the plan that a file was read as, before anybody edited it: what is the same in the
 * documents of the edited plan was not touched.
 */
export function uneditedDocuments(
  unedited: RoutePlan,
  plan: RoutePlan,
  route: WpmlRoute,
): { template: XmlNode[]; waylines: XmlNode[] } {
  const read = [route.waypoints, ...route.moreLines].flat();
  // Another camera is no edit of an action that leaves its lenses to the camera.
  const payload = { ...unedited.payload, enumValue: plan.payload.enumValue };
  const lines = decidedLines({ ...unedited, payload }).map((line) =>
    line.map((point) => asRead(point, read[point.origin ?? -1])),
  );
  // Each save says when it was.
  const was = { ...unedited, createdAt: plan.createdAt - 1 };
  const faults = lintRoute({
    ...route,
    waypoints: route.waypoints.slice(0, 2),
    moreLines: [],
    waylineCount: 1,
  });
  const names = new Set(faults.flatMap(({ code }) => refused[code] ?? []).map((name) => `wpml:${name}`));
  return {
    template: without(templateBody(was, lines), names),
    waylines: without(waylinesBody(was, lines), names),
  };
}

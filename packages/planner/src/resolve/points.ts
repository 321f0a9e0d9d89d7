import { limits, type PlanPoint, type RoutePlan } from '@eyrie/domain';
import { bearing, normaliseHeading, type Place } from '@eyrie/geometry';
import { lineOf, pointLines } from '../point-lines.ts';
import type { Ground, ResolvedLine, ResolvedPoint } from '../resolved.ts';
import { actionFaults } from './action-faults.ts';
import type { Faults } from './faults.ts';
import { heightFrame } from './heights.ts';
import { placeFaults } from './plan-faults.ts';
import { settledTurns } from './turns.ts';

const { plan: bound, waypoints: mostPoints } = limits.route;

/** What is wrong with the points themselves, by the place of each in the list. */
function pointFaults(points: readonly PlanPoint[], faults: Faults): void {
  if (points.length < 2 || points.length > mostPoints)
    faults.add('pointCount', 'points', { found: points.length, min: 2, max: mostPoints });
  else
    for (const line of pointLines(points)) {
      const [only, second] = line;
      if (only && !second)
        faults.add(
          'pointCount',
          'points',
          { found: 1, min: 2, max: mostPoints, line: lineOf(only) + 1 },
          only,
        );
    }
  const seen = new Set<string>();
  for (const [index, point] of points.entries()) {
    const field = `points.${index}`;
    const at = placeFaults(point, field, faults) ? { lng: point.lng, lat: point.lat } : null;
    faults.range(`${field}.height`, point.height, bound.heightMin, bound.heightMax, at);
    if (point.speed !== undefined)
      faults.range(`${field}.speed`, point.speed, bound.speedMin, bound.speedMax, at);
    if (point.heading !== undefined) faults.range(`${field}.heading`, point.heading, -360, 360, at);
    if (point.gimbalPitch !== undefined)
      faults.range(`${field}.gimbalPitch`, point.gimbalPitch, -120, 45, at);
    if (point.damping !== undefined) faults.range(`${field}.damping`, point.damping, 0, bound.dampingMax, at);
    actionFaults(point, field, faults, at);
    if (seen.has(point.id)) faults.add('idTwice', `${field}.id`, { found: point.id }, at);
    seen.add(point.id);
  }
}

/** Degrees that the nose has towards the next point; at the last one as on the leg to it. */
const alongLine = (points: readonly Place[], index: number): number => {
  const from = index + 1 < points.length ? index : index - 1;
  const [here, next] = [points[from], points[from + 1]];
  return here && next ? normaliseHeading(bearing(here, next)) : 0;
};

/** The heading that a point is flown with, degrees −180…180. */
function headingOf(
  point: PlanPoint,
  index: number,
  { points, settings, interest }: RoutePlan,
  mode: ResolvedPoint['headingMode'],
): number {
  if (mode === 'followWayline') return alongLine(points, index);
  const towards = point.interest ?? interest.centre;
  if (mode === 'towardPOI' && towards) return normaliseHeading(bearing(point, towards));
  return normaliseHeading(point.heading ?? settings.heading);
}

const turnsGimbal = ({ actions }: PlanPoint): boolean => actions.some(({ type }) => type === 'gimbalRotate');

/**
 * The pitch that each point sets, degrees; null where the gimbal stays as it is. That of the settings holds from the first point
 * on, one of its own for that point alone, and an action that turns the gimbal until a point asks for another pitch.
 */
function pitches({ points, settings }: RoutePlan): (number | null)[] {
  let before: number | null = null;
  let turned = false;
  return points.map((point, index) => {
    const wanted = point.gimbalPitch ?? (settings.gimbalManual ? before : settings.gimbalPitch);
    const own = point.gimbalPitch !== undefined;
    const first = index === 0 && !own && turnsGimbal(point);
    const set: number | null = !first && (wanted !== before || (own && turned)) ? wanted : null;
    turned = turnsGimbal(point) || (turned && set === null);
    before = wanted;
    return set;
  });
}

/** The points of a `waypoint` or `waypointMapping` plan as its lines. Faults are added; there are no lines where there are any. */
export function resolvePoints(plan: RoutePlan, ground: Ground, faults: Faults): ResolvedLine[] | null {
  const { points, settings, interest } = plan;
  const before = faults.list.length;
  pointFaults(points, faults);
  const toInterest = points.some(
    (point) => (point.headingMode ?? settings.headingMode) === 'towardPOI' && !point.interest,
  );
  if (toInterest && !interest.centre) faults.add('missing', 'interest.centre');
  if (toInterest && interest.centre) placeFaults(interest.centre, 'interest.centre', faults);
  if (faults.list.length > before) return null;

  return pointLines(points).map((line) => resolveLine({ ...plan, points: [...line] }, ground));
}

function resolveLine(plan: RoutePlan, ground: Ground): ResolvedLine {
  const { points, settings, interest } = plan;
  const frame = heightFrame(settings, ground);
  const pitch = pitches(plan);
  const turns = settledTurns(points, (index) => {
    const { turnMode, damping } = points[index] as PlanPoint;
    return { turnMode: turnMode ?? settings.turnMode, damping };
  });
  const resolved = points.map((point, index): ResolvedPoint => {
    const headingMode = point.headingMode ?? settings.headingMode;
    const { turnMode, damping } = turns[index] as (typeof turns)[number];
    return {
      id: point.id,
      lng: point.lng,
      lat: point.lat,
      height: point.height,
      seaHeight: frame.toSea(point, point.height),
      speed: point.speed ?? settings.speed,
      headingMode,
      heading: headingOf(point, index, plan, headingMode),
      turnMode,
      damping,
      straight: point.straight ?? true,
      gimbalPitch: pitch[index] ?? null,
      ai: point.ai ?? settings.ai,
      actions: point.actions,
      interest: headingMode === 'towardPOI' ? (point.interest ?? interest.centre) : null,
      origin: point.origin ?? null,
    };
  });
  return { pass: 0, points: resolved, sweeps: [] };
}

import { legLengths } from '@eyrie/geometry';
import type { WpmlRoute, WpmlWaypoint } from './route.ts';
import type { Findings } from './warning.ts';

const turnModes = new Set([
  'coordinateTurn',
  'toPointAndStopWithDiscontinuityCurvature',
  'toPointAndStopWithContinuityCurvature',
  'toPointAndPassWithContinuityCurvature',
]);
const headingModes = new Set(['followWayline', 'manually', 'fixed', 'smoothTransition', 'towardPOI']);
/** Points closer than this are one point to the aircraft, metres. */
const closest = 0.5;

/** Height limits in metres by the plane they count from: the aircraft's own ceiling, or where there is air and ground. */
const heightRange = { relative: [-200, 1500], absolute: [-500, 9000] } as const;

export function lintWaypoints(route: WpmlRoute, findings: Findings): void {
  const { waypoints } = route;
  const lengths = legLengths(waypoints);
  const heights = route.executeHeightMode === 'WGS84' ? heightRange.absolute : heightRange.relative;
  const last = waypoints.length - 1;
  for (const [order, point] of waypoints.entries()) {
    const { index } = point;
    if (index !== order) findings.add('index', true, index, { found: index, allowed: order });
    if (!(point.speed >= 1 && point.speed <= 15)) {
      findings.add('pointSpeed', true, index, { found: point.speed, allowed: '1–15' });
    }
    if (point.height < heights[0] || point.height > heights[1]) {
      findings.add('height', true, index, { found: point.height, allowed: `${heights[0]}–${heights[1]}` });
    }
    const leg = lengths[order];
    if (leg !== undefined && leg < closest) {
      findings.add('position', false, index, { found: Number(leg.toFixed(3)), allowed: closest });
    }
    if (point.lng === 0 && point.lat === 0) findings.add('position', true, index, { found: '0,0' });
    lintHeading(point, findings);
    lintTurn(point, order === 0 || order === last, findings);
    if (leg !== undefined) lintDamping(point, waypoints[order + 1] as WpmlWaypoint, leg, findings);
  }
}

function lintHeading({ index, headingMode, headingAngle }: WpmlWaypoint, findings: Findings): void {
  if (!headingModes.has(headingMode)) findings.add('headingMode', true, index, { found: headingMode });
  if (headingAngle !== null && Math.abs(headingAngle) > 180) {
    findings.add('headingAngle', true, index, { found: headingAngle, allowed: '−180–180' });
  }
}

function lintTurn({ index, turnMode, damping }: WpmlWaypoint, atEnd: boolean, findings: Findings): void {
  if (!turnModes.has(turnMode)) findings.add('turnMode', true, index, { found: turnMode });
  // The aircraft refuses to begin or end with an early turn: there is no second leg to turn into.
  if (atEnd && turnMode === 'coordinateTurn') findings.add('turnMode', true, index, { found: turnMode });
  if (damping < 0) findings.add('damping', true, index, { found: damping, allowed: '> 0' });
  if (!atEnd && turnMode === 'coordinateTurn' && damping === 0) {
    findings.add('damping', true, index, { found: damping, allowed: '> 0' });
  }
}

function lintDamping(from: WpmlWaypoint, to: WpmlWaypoint, leg: number, findings: Findings): void {
  const taken = effectiveDamping(from) + effectiveDamping(to);
  if (taken > 0 && taken >= leg) {
    findings.add('damping', true, from.index, { found: taken, allowed: `< ${leg.toFixed(2)}` });
  }
}

/** Stop turns carry a damping figure too in many files; the aircraft does not use it. */
function effectiveDamping({ turnMode, damping }: WpmlWaypoint): number {
  return turnMode === 'coordinateTurn' || turnMode === 'toPointAndPassWithContinuityCurvature' ? damping : 0;
}

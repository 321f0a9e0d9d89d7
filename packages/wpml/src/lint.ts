import { lintActions } from './lint-actions.ts';
import { lintWaypoints } from './lint-waypoints.ts';
import { droneModel } from './models.ts';
import type { WpmlRoute, WpmlWarning } from './route.ts';
import { Findings } from './warning.ts';

const executeModes = new Set(['WGS84', 'relativeToStartPoint', 'realTimeFollowSurface']);
const finishActions = new Set(['noAction', 'goHome', 'autoLand', 'gotoFirstWaypoint']);
const lostActions = new Set(['goBack', 'landing', 'hover']);
const flyToModes = new Set(['safely', 'pointToPoint']);

/**
 * Checks what DJI's own checker checks. Warn with it on import and save; a warning that is `blocking` forbids
 * sending the route to a dock.
 *
 * @param options.imported it came from elsewhere: only what is broken or surely refused by the aircraft blocks, see `restsOn`
 * @param options.knownDrones device codes such as `0-67-1` that the organisation's docks carry
 */
export function lintRoute(
  route: WpmlRoute,
  options: { knownDrones?: readonly string[]; imported?: boolean } = {},
): WpmlWarning[] {
  const findings = new Findings(options.imported ?? false);
  if (route.source === 'template') findings.add('missingFile', true, null, { file: 'waylines.wpml' });
  lintMission(route, findings);
  lintDrone(route, options.knownDrones, findings);
  for (const waypoints of [route.waypoints, ...route.moreLines]) {
    const line = { ...route, waypoints };
    lintWaypoints(line, findings);
    lintActions(line, findings);
    findings.before += waypoints.length;
  }
  return findings.list();
}

function lintMission(route: WpmlRoute, findings: Findings): void {
  if (route.waylineCount !== 1 + route.moreLines.length)
    findings.add('waylineCount', true, null, { found: route.waylineCount, allowed: 1 });
  const points = route.moreLines.reduce((sum, line) => sum + line.length, route.waypoints.length);
  if (route.waypoints.length < 2 || points > 65_535)
    findings.add('pointCount', true, null, { found: points, allowed: '2–65535' });
  oneOf(findings, 'flyToMode', route.flyToWaylineMode, flyToModes);
  oneOf(findings, 'finishAction', route.finishAction, finishActions);
  oneOf(findings, 'executeHeightMode', route.executeHeightMode, executeModes);
  lintLostSignal(route, findings);
  const transit = route.globalTransitionalSpeed;
  if (transit === null || transit <= 0) {
    findings.add('transitSpeedInvalid', true, null, { found: transit ?? '', allowed: '1–15' });
  } else range(findings, 'transitSpeed', transit, 1, 15);
  // 8 m is what a dock needs to clear its own cover and mast; a remote controller may do with 1.2 m.
  range(findings, 'takeOffHeight', route.takeOffSecurityHeight, 8, 1500);
  if (route.globalRTHHeight !== null) range(findings, 'returnHeight', route.globalRTHHeight, 2, 1500);
}

function lintLostSignal(route: WpmlRoute, findings: Findings): void {
  const { exitOnRCLost, executeRCLostAction } = route;
  if (exitOnRCLost === 'goContinue') return;
  if (exitOnRCLost !== 'executeLostAction') {
    findings.add('lostSignal', true, null, {
      found: exitOnRCLost ?? '',
      allowed: 'goContinue, executeLostAction',
    });
  } else if (executeRCLostAction === null || !lostActions.has(executeRCLostAction)) {
    findings.add('lostSignal', true, null, {
      found: executeRCLostAction ?? '',
      allowed: [...lostActions].join(', '),
    });
  }
}

function oneOf(
  findings: Findings,
  code: 'flyToMode' | 'finishAction' | 'executeHeightMode',
  value: string | null,
  allowed: ReadonlySet<string>,
): void {
  if (value === null || !allowed.has(value)) {
    findings.add(code, true, null, { found: value ?? '', allowed: [...allowed].join(', ') });
  }
}

function range(
  findings: Findings,
  code: 'transitSpeed' | 'takeOffHeight' | 'returnHeight',
  value: number | null,
  min: number,
  max: number,
): void {
  if (value === null || value < min || value > max) {
    findings.add(code, true, null, { found: value ?? '', allowed: `${min}–${max}` });
  }
}

function lintDrone(route: WpmlRoute, knownDrones: readonly string[] | undefined, findings: Findings): void {
  const { droneEnumValue, droneSubEnumValue } = route;
  const model = droneModel(droneEnumValue, droneSubEnumValue);
  // With this code a file says that it names none.
  const named = droneEnumValue !== null && droneEnumValue !== 65_535;
  const found = named ? `${droneEnumValue}/${droneSubEnumValue ?? ''}` : '';
  if (!model) findings.add('droneUnknown', false, null, { found });
  else if (knownDrones && !knownDrones.includes(model.key)) {
    findings.add('droneUnlisted', false, null, { found: model.name, allowed: knownDrones.join(', ') });
  }
  const unknown = route.payloads.find((payload) => payload.enumValue === 65_535);
  if (route.payloads.length === 0 || unknown) findings.add('payloadUnknown', false, null, { found: '' });
}

import { decimal } from './fields.ts';
import { droneModel } from './models.ts';
import type { WpmlAction, WpmlRoute } from './route.ts';
import type { Findings } from './warning.ts';

const actionTypes = new Set([
  'takePhoto',
  'startRecord',
  'stopRecord',
  'focus',
  'zoom',
  'customDirName',
  'gimbalRotate',
  'gimbalEvenlyRotate',
  'rotateYaw',
  'hover',
  'panoShot',
  'orientedShoot',
  'accurateShoot',
  'recordPointCloud',
  'megaphone',
  'searchlight',
  'setFocusType',
  'startContinuousShooting',
  'stopContinuousShooting',
  'targetDetection',
]);
const triggers = new Set(['reachPoint', 'betweenAdjacentPoints', 'multipleTiming', 'multipleDistance']);

export function lintActions(route: WpmlRoute, findings: Findings): void {
  const pitch = droneModel(route.droneEnumValue, route.droneSubEnumValue)?.pitch ?? [-120, 45];
  const lastIndex = route.waypoints.at(-1)?.index ?? 0;
  for (const action of route.startActions) lintAction(action, 0, pitch, findings);
  for (const { index, actions } of route.waypoints) {
    for (const action of actions) {
      lintAction(action, index, pitch, findings);
      lintTrigger(action, index, findings);
      if (action.groupEnd < index || action.groupEnd > lastIndex) {
        findings.add('index', true, index, { found: action.groupEnd, allowed: `${index}–${lastIndex}` });
      }
    }
  }
}

function lintTrigger({ func, trigger, triggerParam }: WpmlAction, index: number, findings: Findings): void {
  // Newer planners add triggers and actions; the aircraft they wrote them for knows them.
  if (!triggers.has(trigger)) findings.add('triggerType', trigger === '', index, { found: trigger });
  if (func === 'gimbalEvenlyRotate' && trigger !== 'betweenAdjacentPoints') {
    findings.add('triggerType', true, index, { found: trigger, allowed: 'betweenAdjacentPoints' });
  }
  if (trigger === 'multipleTiming' && !((triggerParam ?? 0) > 0)) {
    findings.add('timeInterval', true, index, { found: triggerParam ?? '', allowed: '> 0' });
  }
  if (trigger === 'multipleDistance' && !((triggerParam ?? 0) > 0)) {
    findings.add('distanceInterval', true, index, { found: triggerParam ?? '', allowed: '> 0' });
  }
}

function lintAction(
  action: WpmlAction,
  index: number,
  pitch: readonly [number, number],
  findings: Findings,
): void {
  const { func, params } = action;
  if (!actionTypes.has(func)) findings.add('actionType', func === '', index, { found: func });
  if (func === 'gimbalRotate' || func === 'gimbalEvenlyRotate' || func === 'orientedShoot') {
    const used = func !== 'gimbalRotate' || params['gimbalPitchRotateEnable'] === '1';
    const angle = params['gimbalPitchRotateAngle'];
    if (used && !within(angle, pitch[0], pitch[1])) {
      findings.add('gimbalRange', true, index, { found: angle ?? '', allowed: `${pitch[0]}–${pitch[1]}` });
    }
  }
  if (func === 'rotateYaw' && !within(params['aircraftHeading'], -180, 180)) {
    findings.add('headingAngle', true, index, {
      found: params['aircraftHeading'] ?? '',
      allowed: '−180–180',
    });
  }
  if (func === 'hover' && !within(params['hoverTime'], Number.MIN_VALUE, 36_000)) {
    findings.add('timeInterval', true, index, { found: params['hoverTime'] ?? '', allowed: '> 0' });
  }
  if (func === 'focus') lintFocus(params, index, findings);
}

function lintFocus(params: WpmlAction['params'], index: number, findings: Findings): void {
  const kind = params['isPointFocus'];
  if (kind !== '0' && kind !== '1' && params['isInfiniteFocus'] !== '1') {
    findings.add('focusType', true, index, { found: kind ?? '', allowed: '0, 1' });
    return;
  }
  if (params['isInfiniteFocus'] === '1') return;
  if (!within(params['focusX'], 0, 1) || !within(params['focusY'], 0, 1)) {
    findings.add('focusPoint', true, index, {
      found: `${params['focusX']}, ${params['focusY']}`,
      allowed: '0–1',
    });
  }
  if (
    kind === '0' &&
    !(within(params['focusRegionWidth'], 0, 1) && within(params['focusRegionHeight'], 0, 1))
  ) {
    const found = `${params['focusRegionWidth']} × ${params['focusRegionHeight']}`;
    findings.add('focusRegion', true, index, { found, allowed: '0–1' });
  }
}

function within(text: string | undefined, min: number, max: number): boolean {
  const value = text === undefined ? null : decimal(text);
  return value !== null && value >= min && value <= max;
}

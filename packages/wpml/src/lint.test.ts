import { buildKmz } from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import {
  lintRoute,
  readKmz,
  restsOn,
  type WarningCode,
  type WpmlAction,
  type WpmlRoute,
  type WpmlWaypoint,
} from './index.ts';

function good(): WpmlRoute {
  const result = readKmz(buildKmz());
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.route;
}

function withPoint(changes: Partial<WpmlWaypoint>, at = 1): WpmlRoute {
  const route = good();
  return {
    ...route,
    waypoints: route.waypoints.map((point, i) => (i === at ? { ...point, ...changes } : point)),
  };
}

function withAction(
  func: string,
  params: Record<string, string>,
  changes: Partial<WpmlAction> = {},
): WpmlRoute {
  return withPoint({
    actions: [{ func, params, trigger: 'reachPoint', triggerParam: null, groupEnd: 1, ...changes }],
  });
}

const focus = {
  isPointFocus: '0',
  focusX: '0.5',
  focusY: '0.5',
  focusRegionWidth: '0.1',
  focusRegionHeight: '0.1',
};

const blocking: [WarningCode, string, WpmlRoute][] = [
  ['missingFile', 'only the plan', { ...good(), source: 'template' }],
  ['waylineCount', 'two lines', { ...good(), waylineCount: 2 }],
  ['pointCount', 'one point', { ...good(), waypoints: good().waypoints.slice(0, 1) }],
  ['lostSignal', 'nothing said', { ...good(), exitOnRCLost: null }],
  ['lostSignal', 'no action said', { ...good(), executeRCLostAction: null }],
  ['lostSignal', 'an unknown action', { ...good(), executeRCLostAction: 'dance' }],
  ['finishAction', 'unknown', { ...good(), finishAction: 'explode' }],
  ['transitSpeed', '16 m/s', { ...good(), globalTransitionalSpeed: 16 }],
  ['transitSpeedInvalid', '0', { ...good(), globalTransitionalSpeed: 0 }],
  ['takeOffHeight', '2 m from a dock', { ...good(), takeOffSecurityHeight: 2 }],
  ['returnHeight', '1 m', { ...good(), globalRTHHeight: 1 }],
  ['executeHeightMode', 'sea level', { ...good(), executeHeightMode: 'EGM96' }],
  ['flyToMode', 'unknown', { ...good(), flyToWaylineMode: 'teleport' }],
  ['pointSpeed', '0', withPoint({ speed: 0 })],
  ['pointSpeed', '15.1', withPoint({ speed: 15.1 })],
  ['damping', 'missing for an early turn', withPoint({ turnMode: 'coordinateTurn', damping: 0 })],
  ['damping', 'longer than the leg', withPoint({ turnMode: 'coordinateTurn', damping: 2000 })],
  ['turnMode', 'unknown', withPoint({ turnMode: 'loop' })],
  ['turnMode', 'early turn at the start', withPoint({ turnMode: 'coordinateTurn', damping: 5 }, 0)],
  ['headingMode', 'unknown', withPoint({ headingMode: 'sideways' })],
  ['headingAngle', '270', withPoint({ headingAngle: 270 })],
  ['position', 'the gulf of zeros', withPoint({ lng: 0, lat: 0 })],
  ['height', '1600 m above take-off', withPoint({ height: 1600 })],
  ['index', 'a gap', withPoint({ index: 7 })],
  ['index', 'a group that ends before it starts', withAction('hover', { hoverTime: '1' }, { groupEnd: 0 })],
  ['actionType', 'nothing', withAction('', {})],
  ['focusType', 'nothing', withAction('focus', { ...focus, isPointFocus: '' })],
  ['focusRegion', 'too wide', withAction('focus', { ...focus, focusRegionWidth: '2' })],
  ['focusPoint', 'outside', withAction('focus', { ...focus, focusX: '1.2' })],
  [
    'gimbalRange',
    '−130',
    withAction('gimbalRotate', { gimbalPitchRotateEnable: '1', gimbalPitchRotateAngle: '-130' }),
  ],
  [
    'triggerType',
    'even rotation on arrival',
    withAction('gimbalEvenlyRotate', { gimbalPitchRotateAngle: '-30' }),
  ],
  ['timeInterval', '0', withAction('takePhoto', {}, { trigger: 'multipleTiming', triggerParam: 0 })],
  ['timeInterval', 'no hover time', withAction('hover', {})],
  ['distanceInterval', 'none', withAction('takePhoto', {}, { trigger: 'multipleDistance' })],
];

describe('the checks', () => {
  it('have nothing to say about a good route', () => {
    expect(lintRoute(good())).toEqual([]);
  });

  it.each(blocking)('block dispatch for %s: %s', (code, _what, route) => {
    const found = lintRoute(route).find((warning) => warning.code === code);
    expect(found).toMatchObject({ blocking: true });
  });

  it('block a file from elsewhere only by a sentence of the format', () => {
    for (const [code, what, route] of blocking) {
      const found = lintRoute(route, { imported: true }).find((warning) => warning.code === code);
      const advice = new Set(['focusType', 'focusRegion', 'focusPoint', 'gimbalRange', 'timeInterval']);
      const ofOurs =
        advice.has(code) ||
        ['distanceInterval', 'headingAngle', 'triggerType'].includes(code) ||
        what === 'unknown' ||
        what.startsWith('early turn');
      const known = ['finishAction', 'flyToMode'].includes(code);
      expect([code, what, found?.blocking]).toEqual([code, what, known || (!ofOurs && code in restsOn)]);
      if (found?.blocking) expect(restsOn).toHaveProperty(code);
    }
  });

  it('only warn about words that newer planners may have added', () => {
    expect(lintRoute(withAction('lightShow', {}))).toMatchObject([{ code: 'actionType', blocking: false }]);
    const trigger = lintRoute(withAction('takePhoto', {}, { trigger: 'onSunset' }));
    expect(trigger).toMatchObject([{ code: 'triggerType', blocking: false }]);
  });

  it('accept focus at infinity, and a pitch the model can do', () => {
    expect(lintRoute(withAction('focus', { isInfiniteFocus: '1' }))).toEqual([]);
    const down = withAction('gimbalRotate', { gimbalPitchRotateEnable: '1', gimbalPitchRotateAngle: '-100' });
    expect(lintRoute(down)).toEqual([]);
    expect(lintRoute({ ...down, droneEnumValue: 91 })).toMatchObject([{ code: 'gimbalRange' }]);
  });

  it('know the aircraft of the caller', () => {
    expect(lintRoute(good(), { knownDrones: ['0-67-1'] })).toEqual([]);
    expect(lintRoute(good(), { knownDrones: ['0-91-1'] })).toMatchObject([
      { code: 'droneUnlisted', blocking: false },
    ]);
    expect(lintRoute({ ...good(), droneEnumValue: 65_535 })).toMatchObject([{ code: 'droneUnknown' }]);
    expect(lintRoute({ ...good(), payloads: [] })).toMatchObject([{ code: 'payloadUnknown' }]);
  });

  it('say one thing once, with the first places and the count', () => {
    const route = good();
    const [point] = route.waypoints as [WpmlWaypoint];
    const waypoints = Array.from({ length: 50 }, (_, index) => ({
      ...point,
      index,
      lng: 110 + index,
      speed: 99,
    }));
    const [warning, ...others] = lintRoute({ ...route, waypoints });
    expect(warning).toMatchObject({ code: 'pointSpeed', count: 50, values: { found: 99, allowed: '1–15' } });
    expect(warning?.waypoints).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(others.map((other) => other.code)).toEqual(['index']);
  });

  it('warn about points that are one point to the aircraft', () => {
    const near = withPoint({ lng: 113.9500001, lat: 22.54, height: 50 });
    expect(lintRoute(near)).toMatchObject([{ code: 'position', blocking: false, waypoints: [0] }]);
  });
});

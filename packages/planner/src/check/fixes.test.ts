import type { RoutePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { pointAt } from '../plan.fixture.ts';
import { check, find, good, rulesOf, settings, square, withActions } from './check.fixture.ts';
import { fixFinding } from './fixes.ts';
import type { RuleName } from './rules.ts';

const swappedArea: RoutePlan = {
  ...good,
  type: 'regional',
  area: {
    ...good.area,
    parts: [{ outer: square(0, 0, 100).map(({ lng, lat }) => ({ lng: lat, lat: lng })), holes: [] }],
  },
};

describe('fixes', () => {
  const fixable: [RuleName, RoutePlan][] = [
    [
      'swapped',
      { ...good, points: good.points.map((point) => ({ ...point, lng: point.lat, lat: point.lng })) },
    ],
    [
      'damping',
      {
        ...good,
        points: [
          good.points[0]!,
          { ...good.points[1]!, turnMode: 'coordinateTurn', damping: 250 },
          good.points[2]!,
        ],
      },
    ],
    [
      'position',
      { ...good, points: [...good.points, pointAt('p4', 200.2, 300, { actions: [{ type: 'takePhoto' }] })] },
    ],
    ['takeOffHeight', settings({ takeOffSecurityHeight: 3 })],
    ['returnHeight', settings({ dockOID: '00000000-0000-4000-8000-000000000001', returnHeight: 10 })],
    ['swapped', swappedArea],
    ['gimbalRange', withActions({ type: 'gimbalRotate', pitch: -110 })],
    ['zoomRange', withActions({ type: 'zoom', factor: 100 })],
    ['actionOrder', withActions({ type: 'takePhoto' }, { type: 'gimbalRotate', pitch: -30 })],
    ['recordingOpen', withActions({ type: 'startRecord' })],
    ['intervalEnd', withActions({ type: 'interval', by: 'distance', every: 20, until: 'p1' })],
    ['photoInterval', withActions({ type: 'interval', by: 'distance', every: 8, until: 'p3' })],
    ['photoTime', withActions({ type: 'interval', by: 'time', every: 0.6, until: 'p3' })],
    ['payloadModel', settings({ payload: { type: 52, position: 0 } })],
    ['clearance', settings({ clearance: 90 })],
    ['returnClearance', settings({ clearance: 80.5, returnHeight: 80 })],
  ];
  it.each(fixable)('answer %s by one edit', (rule, plan) => {
    const found = find(check(plan), rule);
    expect(found?.fix).toBeTruthy();
    let fixed = plan;
    for (let turn = 0; turn < 5; turn += 1) {
      const still = find(check(fixed), rule);
      if (still) fixed = fixFinding(fixed, still);
    }
    expect(fixed).not.toBe(plan);
    expect(rulesOf(check(fixed))).not.toContain(rule);
  });

  it('keep what was done at points that become one', () => {
    const plan = {
      ...good,
      points: [...good.points, pointAt('p4', 200.2, 300, { actions: [{ type: 'takePhoto' as const }] })],
    };
    const fixed = fixFinding(plan, find(check(plan), 'position')!);
    expect(fixed.points.map(({ id, actions }) => [id, actions.length])).toEqual([
      ['p1', 0],
      ['p2', 0],
      ['p3', 1],
    ]);
  });
});

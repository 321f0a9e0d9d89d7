import type { DrawnRegion } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { fixFinding } from './check/index.ts';
import { groundGridFor, groundOfGrid } from './ground-grid.ts';
import { planAll } from './plan-all.ts';
import { planWith, pointAt } from './plan.fixture.ts';

const plan = planWith([pointAt('p1', 0, 100), pointAt('p2', 0, 300)], {}, { clearance: 90 });
const frame = groundGridFor(plan)!;
const grid = {
  ...frame,
  heights: new Float32Array(frame.columns * frame.rows).fill(20),
  undulations: { columns: 2, rows: 2, values: new Float32Array(4).fill(-3.5) },
};
const { lng, lat } = pointAt('', 0, 200);
const region: DrawnRegion = {
  oid: '00000000-0000-4000-8000-000000000001',
  groupOID: '00000000-0000-4000-8000-000000000002',
  name: 'School',
  colour: '#ff0000',
  kind: 'noFly',
  shape: 'circle',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  radius: 20,
  width: null,
  floor: null,
  ceiling: null,
  heightReference: 'ground',
  enabled: true,
  validFrom: null,
  validUntil: null,
};

describe('all of a plan at once', () => {
  it('goes to a worker and comes back as values', () => {
    const question = structuredClone({ plan, grid, regions: [region] });
    const answer = structuredClone(planAll(question));
    expect(answer.route.faults).toEqual([]);
    expect(answer.figures.clearance).toMatchObject({ lowest: 80, unknown: 0 });
    expect(answer.profile.points.map(({ id }) => id)).toEqual(['p1', 'p2']);
    const rules = answer.check.findings.map(({ rule }) => rule);
    expect(rules).toContain('insideNoFly');
    const low = answer.check.findings.find(({ rule }) => rule === 'clearance')!;
    const fixed = fixFinding(plan, low);
    const after = planAll({ ...question, plan: fixed }).check.findings;
    expect(after.some(({ rule, leg }) => rule === 'clearance' && leg === low.leg)).toBe(false);
  });

  it('leaves out regions that are switched off, and says what is not loaded', () => {
    const off = planAll({ plan, grid, regions: [{ ...region, enabled: false }] });
    expect(off.check.findings.map(({ rule }) => rule)).not.toContain('insideNoFly');
    const dark = planAll({ plan, grid: null });
    expect(dark.figures.clearance).toMatchObject({ lowest: null });
    expect(dark.check.findings.filter(({ unchecked }) => unchecked).map(({ rule }) => rule)).toEqual([
      'clearance',
      'insideNoFly',
      'linkSight',
    ]);
    expect(groundOfGrid(grid).height({ lng, lat })).toBe(20);
  });
});

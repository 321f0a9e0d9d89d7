import { freshPlan } from '@eyrie/planner';
import { buildKmz } from '@eyrie/testing';
import { planPath, planTextOf } from '@eyrie/wpml';
import { describe, expect, it } from 'vitest';
import { broughtPlan, dressedWith } from './own-plan.ts';

const fresh = freshPlan('regional');
const brought = (text: string) =>
  broughtPlan(buildKmz({ packing: 'stored', resources: { [planPath]: new TextEncoder().encode(text) } }));

describe('the plan that a file brings', () => {
  it('is read as it was put in, but for warnings that somebody let stand', () => {
    const plan = { ...fresh, acknowledged: ['clearance'] };
    expect(broughtPlan(dressedWith({ plan, origin: buildKmz() }))).toEqual(fresh);
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['no plan', '{"format":1}'],
    ['a field that no plan has', JSON.stringify({ ...fresh, more: 1 })],
    ['a deep one that no plan has', JSON.stringify({ ...fresh, area: { ...fresh.area, more: [1] } })],
    ['a value beyond its bounds', JSON.stringify({ ...fresh, settings: { ...fresh.settings, speed: 99 } })],
    ['brackets without an end', '['.repeat(1_000_000)],
    ['brackets deeper than any plan', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('is none where it is %s', (_, text) => {
    expect(brought(text)).toBeNull();
  });

  it('is none where it is longer than any plan, by what the archive declares', () => {
    const text = JSON.stringify(fresh);
    const bytes = dressedWith({ plan: fresh, origin: buildKmz() });
    expect(planTextOf(bytes, { most: text.length })).toBe(text);
    expect(planTextOf(bytes, { most: text.length - 1 })).toBeNull();
  });

  it('is none where the file brings none', () => {
    expect(broughtPlan(buildKmz())).toBeNull();
  });
});

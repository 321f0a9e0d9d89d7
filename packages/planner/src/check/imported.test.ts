import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { groundOf } from '../ground.fixture.ts';
import { planWith, pointAt } from '../plan.fixture.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import { checkPlan } from './check-plan.ts';
import { ruleRestsOn } from './rules.ts';

const ground = groundOf(20);

/** A group of photos that begins and ends at the same point, as a sample of the maker has it. */
const points = (imported: boolean, change: Partial<PlanPoint> = {}): PlanPoint[] =>
  [0, 1, 2].map((at): PlanPoint => ({
    ...pointAt(`p${at + 1}`, at * 60, 0),
    actions: at === 1 ? [{ type: 'interval', by: 'distance', every: 20, until: 'p2' }] : [],
    ...(imported ? { origin: at } : {}),
    ...change,
  }));

const find = (plan: RoutePlan, rule: string) =>
  checkPlan(plan, resolvePlan(plan, ground), ground).findings.find((one) => one.rule === rule);
const levelOf = (plan: RoutePlan, rule: string): string | undefined => find(plan, rule)?.level;

describe('a rule of ours', () => {
  it('warns of what the planner of an imported file wrote, and stops what was drawn here', () => {
    expect(levelOf(planWith(points(true)), 'intervalEnd')).toBe('warning');
    expect(levelOf(planWith(points(false)), 'intervalEnd')).toBe('error');
    expect(ruleRestsOn('intervalEnd')).toBeNull();
  });

  it('names an end of an interval that lies before it by its number, and no id that nobody sees', () => {
    const valuesOf = (until: string) => {
      const actions = [{ type: 'interval' as const, by: 'distance' as const, every: 20, until }];
      const [first, second, third] = points(true);
      const drawn = [first, { ...second, actions }, third] as PlanPoint[];
      return find(planWith(drawn), 'intervalEnd')?.values;
    };
    expect(valuesOf('p1')).toEqual({ found: 1 });
    expect(valuesOf('p2')).toEqual({});
    expect(valuesOf('gone')).toEqual({});
    expect(valuesOf('p3')).toBeUndefined();
  });

  it('of the ground stops an imported file too', () => {
    expect(levelOf(planWith(points(true, { height: -40 })), 'collision')).toBe('error');
  });

  it('of the format stops an imported file too, and names its sentence', () => {
    const low = planWith(points(true), {}, { takeOffSecurityHeight: 2 });
    expect(levelOf(low, 'takeOffHeight')).toBe('error');
    expect(ruleRestsOn('takeOffHeight')).toContain('wpml:takeOffSecurityHeight');
  });

  it('of a camera is advice on an imported file', () => {
    const actions = [{ type: 'gimbalRotate' as const, pitch: -110 }];
    const plan = (imported: boolean) => planWith(points(imported, { actions }), {}, { drone: '0-91-1' });
    expect(levelOf(plan(true), 'gimbalRange')).toBe('warning');
    expect(levelOf(plan(false), 'gimbalRange')).toBe('error');
  });
});

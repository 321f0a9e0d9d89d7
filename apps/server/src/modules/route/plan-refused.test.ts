import { freshPlan } from '@eyrie/planner';
import { describe, expect, it } from 'vitest';
import { planRefused } from './plan-refused.ts';

const area = freshPlan('regionalMapping');
const fault = (code: string, field: string) => ({ code, field, values: {}, at: null }) as never;

describe('a plan that is no route', () => {
  it('is refused by three points for an area and two for a line', () => {
    const few = [fault('tooFewPlaces', 'area.parts')];
    expect(planRefused(area, few, 'en').reason).toBe('areaPoints');
    const corridor = { ...area, area: { ...area.area, pattern: 'corridor' as const } };
    expect(planRefused(corridor, [fault('tooFewPlaces', 'area.line')], 'en').reason).toBe('linePoints');
  });

  it('is refused with the rule and its field otherwise', () => {
    const { reason, details } = planRefused(area, [fault('selfCrossing', 'area.parts.0')], 'en');
    expect(reason).toBe('planFaults');
    expect(details.values).toMatchObject({ field: 'area.parts.0', count: 1, why: expect.any(String) });
    expect(details.values?.['why']).not.toBe('selfCrossing');
  });
});

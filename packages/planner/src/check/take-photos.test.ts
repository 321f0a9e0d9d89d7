import type { RoutePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { freshPlan } from '../fresh-plan.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import { check, find, flat, good, square } from './check.fixture.ts';
import { fixFinding } from './fixes.ts';

describe('a plan that photographs nothing', () => {
  const corners = square(0, 200, 60);
  const computed = (type: RoutePlan['type'], area: Partial<RoutePlan['area']> = {}): RoutePlan => {
    const fresh = freshPlan(type);
    return {
      ...fresh,
      settings: { ...fresh.settings, takeOff: good.settings.takeOff, drone: good.settings.drone },
      area: { ...fresh.area, parts: [{ outer: corners, holes: [] }], line: corners.slice(0, 2), ...area },
      interest: { ...fresh.interest, centre: { ...corners[0]!, height: 10 } },
    };
  };

  const silent = { mode: 'none', interval: null } as const;
  it.each<[string, RoutePlan]>([
    ['a facade', { ...computed('regional', { pattern: 'facade' }), photos: silent }],
    ['a corridor', { ...computed('regional', { pattern: 'corridor' }), photos: silent }],
    ['an area', { ...computed('regional'), photos: silent }],
    ['an orbit', computed('poi')],
  ])('%s has a finding, and photos after its fix', (_, plan) => {
    const found = find(check(plan), 'noPhotos');
    expect(found).toMatchObject({ level: 'warning', fix: 'takePhotos' });
    const fixed = fixFinding(plan, found!);
    expect(resolvePlan(fixed, flat).photos.count).toBeGreaterThan(4);
    expect(find(check(fixed), 'noPhotos')).toBeUndefined();
  });

  it.each<RoutePlan>([
    computed('regional'),
    computed('regional', { pattern: 'corridor' }),
    computed('regional', { pattern: 'facade' }),
    computed('regionalMapping'),
  ])('is none that is laid over something, as it is drawn: $type $area.pattern takes photos', (plan) => {
    expect(resolvePlan(plan, flat).photos.count).toBeGreaterThan(4);
    expect(find(check(plan), 'noPhotos')).toBeUndefined();
  });

  it('by hand or for mapping has none', () => {
    expect(find(check(good), 'noPhotos')).toBeUndefined();
    expect(find(check(computed('regionalMapping')), 'noPhotos')).toBeUndefined();
  });
});

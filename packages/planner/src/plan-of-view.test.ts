import { distance } from '@eyrie/geometry';
import { routePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { groundOf } from './ground.fixture.ts';
import { home } from './plan.fixture.ts';
import { planOfView } from './plan-of-view.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';

const view = {
  ...home,
  height: 120.5,
  heightMode: 'altitude' as const,
  heading: 271.26,
  pitch: -33.33,
  zoom: 5,
  lens: 'zoom',
};

describe('the same view again', () => {
  it('is a route to the place of the view, with its heading, gimbal, zoom and lens', () => {
    const plan = planOfView(view);
    expect(routePlan.safeParse(plan).success).toBe(true);
    const [approach, at] = plan.points;
    expect(at).toMatchObject({ ...home, height: 120.5, headingMode: 'fixed' });
    expect(at?.actions).toEqual([
      { type: 'rotateYaw', heading: -88.7 },
      { type: 'gimbalRotate', pitch: -33.3 },
      { type: 'zoom', factor: 5 },
      { type: 'hover', seconds: 2 },
      { type: 'takePhoto', lenses: ['zoom'] },
    ]);
    expect(distance(approach!, at!)).toBeCloseTo(5, 6);
    // It looks west: behind it is east.
    expect(approach!.lng).toBeGreaterThan(at!.lng);
    expect(resolvePlan(plan, groundOf(20)).faults).toEqual([]);
  });

  it('leaves out what the photo does not say', () => {
    const plan = planOfView({ ...view, heading: null, pitch: null, zoom: null, lens: 'unheard of' });
    expect(routePlan.safeParse(plan).success).toBe(true);
    expect(plan.points[1]?.actions.at(-1)).toEqual({ type: 'takePhoto' });
  });
});

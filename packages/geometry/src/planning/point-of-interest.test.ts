import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearing, distance, planOrbit } from '../index.ts';
import { type OrbitOptions } from './point-of-interest.ts';
import { faultOf } from './area.fixture.ts';

/** Points at which a ring lies nowhere farther than so many metres within its circle. */
const pointsForSagitta = (radius: number, sagitta: number): number =>
  Math.max(3, Math.ceil(Math.PI / Math.acos(1 - sagitta / radius)));

const options: OrbitOptions = {
  point: { lng: 121, lat: 31, height: 10 },
  radius: 50,
  heights: [60],
  points: 12,
};

describe('an orbit', () => {
  it('has the figures of its circle', () => {
    const plan = planOrbit(options);
    expect(plan.chord).toBeCloseTo(25.8819, 4);
    expect(plan.length).toBeCloseTo(310.583, 3);
    expect(plan.sagitta).toBeCloseTo(1.7037, 4);
    expect(plan.points).toHaveLength(13);
    for (const { pitch } of plan.points) expect(pitch).toBeCloseTo(-45, 9);
    expect(pointsForSagitta(50, 0.5)).toBe(23);
  });

  it('looks at the point from every side', () => {
    const { points } = planOrbit({ ...options, points: 4 });
    expect(points[0]?.lat).toBeCloseTo(31.00044966, 8);
    expect(points[1]?.lng).toBeCloseTo(121.00052459, 8);
    expect(points.map(({ heading }) => heading + 0)).toEqual([180, -90, 0, 90, 180]);
    const back = planOrbit({ ...options, points: 4, direction: 'counterClockwise', start: 90 });
    expect(back.points.map(({ heading }) => heading + 0)).toEqual([-90, 180, 90, 0, -90]);
  });

  it('has a ring at each height, or a spiral between them', () => {
    const rings = planOrbit({ ...options, heights: [20, 40, 60] });
    expect(rings.points).toHaveLength(39);
    expect(rings.points[13]?.height).toBe(40);
    const spiral = planOrbit({ ...options, heights: [20, 60], turns: 2 });
    expect(spiral.points).toHaveLength(25);
    expect(spiral.points[12]?.height).toBe(40);
    expect(spiral.points[12]?.heading).toBe(180);
    expect(spiral.points[24]?.pitch).toBeCloseTo(-45, 9);
  });

  it('holds the pitch within what the gimbal can reach', () => {
    const steep = planOrbit({ ...options, radius: 5, pitchRange: [-60, 30] });
    expect(steep.points[0]?.pitch).toBe(-60);
  });

  it('needs a point strictly below the flight', () => {
    expect(faultOf(() => planOrbit({ ...options, point: null }))).toMatchObject({
      code: 'noPoint',
      field: 'point',
    });
    for (const heights of [[10], [60, 9]])
      expect(faultOf(() => planOrbit({ ...options, heights }))).toMatchObject({
        code: 'notBelowFlight',
        field: 'point.height',
        value: 10,
        max: heights.at(-1),
      });
    expect(faultOf(() => planOrbit({ ...options, radius: 0 }))?.field).toBe('radius');
    expect(faultOf(() => planOrbit({ ...options, points: 2 }))?.field).toBe('points');
    expect(faultOf(() => planOrbit({ ...options, heights: [] }))?.field).toBe('heights');
  });

  it('keeps its radius, and its legs the sagitta', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5, max: 500, noNaN: true }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.double({ min: -80, max: 80, noNaN: true }),
        (radius, share, lat) => {
          const points = pointsForSagitta(radius, radius * share);
          if (points > 400) return;
          const point = { lng: 179.9999, lat, height: 0 };
          const plan = planOrbit({ ...options, point, radius, points });
          expect(plan.sagitta).toBeLessThanOrEqual(radius * share * 1.0000001 + (points === 3 ? radius : 0));
          for (const at of plan.points) {
            expect(distance(point, at)).toBeCloseTo(radius, 5);
            const off = ((bearing(at, point) - at.heading + 540) % 360) - 180;
            expect(Math.abs(off)).toBeLessThan(0.05);
          }
        },
      ),
    );
  });
});

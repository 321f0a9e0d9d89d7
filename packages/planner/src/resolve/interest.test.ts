import { pathLength } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { groundOf } from '../ground.fixture.ts';
import { planWith } from '../plan.fixture.ts';
import { resolvePlan } from './resolve-plan.ts';

const ground = groundOf(0);
const around = (interest: object = {}, settings: object = {}) => {
  const plan = planWith([], { type: 'poi' }, { height: 60, ...settings });
  const centre = { lng: 121, lat: 31, height: 10 };
  return { ...plan, interest: { ...plan.interest, centre, radius: 50, points: 12, ...interest } };
};

describe('a point-of-interest route', () => {
  it('flies a closed ring that looks at its middle', () => {
    const { lines, faults } = resolvePlan(around(), ground);
    expect(faults).toEqual([]);
    const { points } = lines[0]!;
    expect(points).toHaveLength(13);
    expect(pathLength(points)).toBeCloseTo(310.583, 2);
    expect(points.map(({ gimbalPitch }) => gimbalPitch).slice(0, 3)).toEqual([-45, null, null]);
    const [north, , , east, , , south, , , west] = points;
    expect(north).toMatchObject({ heading: 180 });
    expect(north?.lat).toBeCloseTo(31.00044966, 8);
    expect(east?.lng).toBeCloseTo(121.00052459, 8);
    expect([east, south, west].map((point) => Math.round(point!.heading))).toEqual([-90, 0, 90]);
  });

  it('climbs by rings or as a spiral', () => {
    const rings = resolvePlan(around({ rings: 2, ringStep: 10 }), ground).lines[0]!.points;
    expect(rings).toHaveLength(26);
    expect([rings[12]?.height, rings[13]?.height]).toEqual([60, 70]);
    const spiral = resolvePlan(around({ pattern: 'spiral', rings: 2, ringStep: 12 }), ground).lines[0]!
      .points;
    expect(spiral).toHaveLength(25);
    expect([spiral[1]?.height, spiral[24]?.height]).toEqual([61, 84]);
  });

  it('looks no further down than the gimbal goes', () => {
    const steep = { interest: { radius: 1 }, settings: { height: 400 } };
    const points = resolvePlan(around(steep.interest, steep.settings), ground).lines[0]!.points;
    expect(points[0]?.gimbalPitch).toBeGreaterThanOrEqual(-90);
  });

  it('wants a place below the flight', () => {
    expect(resolvePlan(around({ centre: null }), ground).faults).toMatchObject([{ code: 'missing' }]);
    const level = resolvePlan(around({ centre: { lng: 121, lat: 31, height: 60 } }), ground).faults;
    expect(level).toMatchObject([
      { code: 'notBelowFlight', field: 'interest.centre.height', values: { found: 60, max: 60 } },
    ]);
  });
});

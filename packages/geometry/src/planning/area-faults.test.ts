import { describe, expect, it } from 'vitest';
import { distance, planArea, type Place } from '../index.ts';
import { corner, faultOf, placesAt, rectangle } from './area.fixture.ts';

describe('what is no area', () => {
  const plan = (parts: readonly (readonly Place[])[], spacing = 10) =>
    faultOf(() => planArea({ parts: [parts] }, { spacing, course: 0 }));

  it('is refused with where to look', () => {
    const bow = placesAt([
      [0, 0],
      [100, 100],
      [100, 0],
      [0, 100],
    ]);
    const fault = plan([bow]);
    expect(fault).toMatchObject({ code: 'selfCrossing', field: 'area' });
    expect(distance(fault?.at as Place, placesAt([[50, 50]])[0] as Place)).toBeLessThan(0.01);
    expect(plan([rectangle(0, 0, 100, 100), bow])?.field).toBe('area.1');
    expect(plan([[corner, corner, { lng: 114, lat: 22.54 }]])).toMatchObject({
      code: 'tooFewPlaces',
      value: 2,
      min: 3,
    });
    expect(
      plan([
        placesAt([
          [0, 0],
          [50, 0],
          [100, 0],
        ]),
      ])?.code,
    ).toBe('tooSmall');
    expect(plan([rectangle(0, 0, 0.5, 0.5)])?.code).toBe('tooSmall');
    expect(plan([[corner, { lng: Number.NaN, lat: 0 }, corner]])?.code).toBe('notFinite');
    expect(plan([])?.code).toBe('tooFewPlaces');
    expect(faultOf(() => planArea({ parts: [] }, { spacing: 10, course: 0 }))?.code).toBe('tooFewPlaces');
  });

  it('may have a hole that touches its edge, or another hole, at one place', () => {
    const outer = placesAt([
      [0, 0],
      [50, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ]);
    const hole = (...corners: [number, number][]) => placesAt(corners);
    // At a corner of the edge, and somewhere on it.
    const atCorner = hole([50, 0], [70, 30], [30, 30]);
    const onEdge = hole([100, 50], [80, 60], [80, 40]);
    const beside = hole([70, 30], [75, 38], [65, 40]);
    expect(plan([outer, atCorner])).toBeNull();
    expect(plan([outer, onEdge])).toBeNull();
    expect(plan([outer, atCorner, beside])).toBeNull();
    // Places that are a rounding away from the edge are on it.
    expect(
      plan([outer, onEdge.map(({ lng, lat }, at) => ({ lng: lng + (at === 0 ? 4e-10 : 0), lat }))]),
    ).toBeNull();
    // Two of them cut the area in two, a whole edge is none, and one that only touches from outside is no hole.
    expect(plan([outer, hole([50, 0], [70, 100], [30, 30])])?.code).toBe('selfCrossing');
    expect(plan([outer, hole([50, 0], [100, 0], [70, 30])])?.code).toBe('selfCrossing');
    expect(plan([outer, hole([50, 0], [70, -30], [30, -30])])?.code).toBe('holeOutside');
    expect(plan([outer, hole([50, 50], [150, 60], [50, 70])])?.code).toBe('selfCrossing');
    expect(plan([outer, atCorner, hole([50, 0], [70, 30], [30, 30])])?.code).toBe('selfCrossing');
  });

  it('has no pole in it and is not too large for a plane', () => {
    const cap = [0, 90, 180, -90].map((lng) => ({ lng, lat: 89.9 }));
    expect(plan([cap])?.code).toBe('aroundPole');
    expect(plan([rectangle(0, 0, 80_000, 80_000, { lng: 10, lat: 60 })], 500)).toMatchObject({
      code: 'tooLarge',
      field: 'area',
    });
    expect(plan([rectangle(0, 0, 3000, 3000, { lng: 10, lat: 85 })], 500)).toBeNull();
  });

  it('cannot be cut into a thousand million lines', () => {
    const field = [rectangle(0, 0, 400, 100)];
    expect(plan(field, 4e-7)).toMatchObject({ code: 'tooManyLines', field: 'lines', max: 1000 });
    const best = faultOf(() => planArea({ parts: [field] }, { spacing: 1e-7, course: 'best' }));
    expect(best?.code).toBe('tooManyLines');
    for (const spacing of [0, -1, Number.NaN, Infinity]) expect(plan(field, spacing)?.field).toBe('spacing');
  });

  it('cannot be reached where what is forbidden encloses it', () => {
    const walls = [
      rectangle(-20, -20, 120, -10),
      rectangle(-20, 110, 120, 120),
      rectangle(-20, -15, -10, 115),
      rectangle(110, -15, 120, 115),
    ];
    const parts = [[rectangle(0, 0, 100, 100)], [rectangle(300, 0, 400, 100)]];
    expect(faultOf(() => planArea({ parts, forbidden: walls }, { spacing: 20, course: 0 }))?.code).toBe(
      'noWay',
    );
  });
});

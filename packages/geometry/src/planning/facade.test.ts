import { describe, expect, it } from 'vitest';
import { distance, planFacade, type Place } from '../index.ts';
import { type FacadeOptions } from './facade.ts';
import { localPlane } from '../plane.ts';
import { corner, faultOf, placesAt } from './area.fixture.ts';

const wall = placesAt([
  [0, 0],
  [100, 0],
]);
const options: FacadeOptions = {
  distance: 20,
  side: 'right',
  bottom: 10,
  top: 40,
  spacing: 10,
  photoDistance: 25,
};
const { toPlane } = localPlane(corner);

describe('a facade', () => {
  it('is flown in rows from the bottom to the top, looking at the wall', () => {
    const points = planFacade(wall, options);
    expect(points).toHaveLength(20);
    expect([...new Set(points.map(({ height }) => height))]).toEqual([10, 20, 30, 40]);
    for (const point of points) {
      // A wall from west to east has its right side in the south.
      expect(toPlane(point).north).toBeCloseTo(-20, 1);
      expect(Math.abs(point.heading)).toBeLessThan(0.01);
      expect(point.pitch).toBe(0);
    }
    const easts = points.map((point) => Math.round(toPlane(point).east));
    expect(easts.slice(0, 10)).toEqual([0, 25, 50, 75, 100, 100, 75, 50, 25, 0]);
  });

  it('is flown in columns', () => {
    const points = planFacade(wall, {
      ...options,
      direction: 'columns',
      side: 'left',
      spacing: 50,
      photoDistance: 15,
    });
    expect(points.map(({ height }) => height)).toEqual([10, 25, 40, 40, 25, 10, 10, 25, 40]);
    for (const point of points) expect(Math.abs(point.heading)).toBeCloseTo(180, 1);
  });

  it('keeps its distance around corners', () => {
    const house = placesAt([
      [0, 0],
      [60, 0],
      [60, 60],
      [0, 60],
    ]);
    for (const side of ['left', 'right'] as const)
      for (const point of planFacade(house, { ...options, side, distance: 15, top: 10 }))
        for (const place of house) expect(distance(place, point)).toBeGreaterThan(14.9);
  });

  it('of one height is one row', () => {
    expect(planFacade(wall, { ...options, top: 10 })).toHaveLength(5);
  });

  it('is refused with what is wrong', () => {
    const field = (change: Partial<FacadeOptions>, line: readonly Place[] = wall) =>
      faultOf(() => planFacade(line, { ...options, ...change }))?.field;
    expect(field({ top: 9 })).toBe('top');
    expect(field({ distance: 0 })).toBe('distance');
    expect(field({ spacing: 0 })).toBe('spacing');
    expect(field({ photoDistance: Number.NaN })).toBe('photoDistance');
    expect(field({ photoDistance: 1e-9 })).toBe('points');
    expect(field({}, [corner, corner])).toBe('wall');
    expect(field({}, [])).toBe('wall');
  });
});

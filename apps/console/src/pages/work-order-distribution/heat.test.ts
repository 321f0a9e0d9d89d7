import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heatOf } from './heat.ts';

describe('heat of orders', () => {
  it('is fuller where more of them are, and nothing where they have no place', () => {
    const at = (lng: number | null) => ({ lng, lat: lng === null ? null : 22.5 });
    const cells = heatOf([at(113), at(113), at(114), at(null)], 10);
    expect(cells).toHaveLength(2);
    const [full, half] = cells.map(({ fill }) => fill ?? 0);
    expect(full).toBeGreaterThan(half ?? 1);
    expect(heatOf([at(null)], 10)).toEqual([]);
  });

  it('covers every order with a cell, at any zoom', () => {
    const place = fc.record({
      lng: fc.double({ min: -179, max: 179, noNaN: true }),
      lat: fc.double({ min: -80, max: 80, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 20 }),
        fc.double({ min: 0, max: 24, noNaN: true }),
        (orders, zoom) => {
          const cells = heatOf(orders, zoom).map(({ rings: [ring = []] }) => ({
            lng: ring.map((one) => one.lng),
            lat: ring.map((one) => one.lat),
          }));
          const slack = 1e-9;
          for (const one of orders)
            expect(
              cells.some((cell) =>
                (['lng', 'lat'] as const).every(
                  (axis) =>
                    one[axis] >= Math.min(...cell[axis]) - slack &&
                    one[axis] <= Math.max(...cell[axis]) + slack,
                ),
              ),
            ).toBe(true);
          for (const { fill = 0 } of heatOf(orders, zoom)) expect(fill).toBeLessThanOrEqual(0.75);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplified } from './simplify.ts';

const metre = 1 / 111_195;
const at = (x: number, y: number) => ({ lng: x * metre, lat: y * metre });

describe('a line with fewer places', () => {
  it('keeps its ends and what lies beside it', () => {
    const path = [at(0, 0), at(10, 2.5), at(20, 5), at(30, 0), at(40, 0)];
    expect(simplified(path, 1)).toEqual([0, 2, 3, 4]);
    expect(simplified(path, 10)).toEqual([0, 4]);
    expect(simplified(path, 0)).toEqual([0, 1, 2, 3, 4]);
  });
  it('keeps what it is asked to keep', () => {
    const path = [at(0, 0), at(10, 0), at(20, 0)];
    expect(simplified(path, 5, (index) => index === 1)).toEqual([0, 1, 2]);
  });
  it('crosses the antimeridian by the short way', () => {
    const path = [
      { lng: 179.999, lat: 0 },
      { lng: 180, lat: 0 },
      { lng: -179.999, lat: 0 },
    ];
    expect(simplified(path, 1)).toEqual([0, 2]);
  });
  it('takes no line at all, and one of a thousand places that all lie beside it', () => {
    expect(simplified([], 1)).toEqual([]);
    const zigzag = Array.from({ length: 1_000 }, (_, i) => at(i, i % 2 ? 50 : 0));
    expect(simplified(zigzag, 1)).toHaveLength(1_000);
  });
  it('never leaves out one that lies further away than it may', () => {
    const place = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 500 }) });
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 2, maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        (line, far) => {
          const kept = simplified(
            line.map(({ x, y }) => at(x, y)),
            far,
          );
          kept.slice(1).forEach((to, index) => {
            const [a, b] = [line[kept[index] as number], line[to]] as [(typeof line)[0], (typeof line)[0]];
            for (const point of line.slice((kept[index] as number) + 1, to)) {
              const [dx, dy] = [b.x - a.x, b.y - a.y];
              const share =
                dx || dy ? ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy) : 0;
              const by = Math.min(1, Math.max(0, share));
              expect(Math.hypot(point.x - a.x - by * dx, point.y - a.y - by * dy)).toBeLessThan(far * 1.01);
            }
          });
        },
      ),
      { numRuns: 50 },
    );
  });
});

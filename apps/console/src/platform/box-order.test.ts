import { describe, expect, it } from 'vitest';
import { largestFirst } from './box-order.ts';

const boxed = (id: string, x: number, side: number) => ({ id, box: { x, y: x, width: side, height: side } });

describe('boxes that are drawn', () => {
  it('lie with the smallest on top, wherever they came from', () => {
    const [outer, inner, innermost] = [
      boxed('outer', 0, 90),
      boxed('inner', 10, 40),
      boxed('innermost', 20, 5),
    ];
    for (const came of [
      [innermost, inner, outer],
      [inner, outer, innermost],
    ])
      expect(largestFirst(came)).toEqual([outer, inner, innermost]);
  });

  it('stay in their order where they are of one size', () => {
    const same = [boxed('b', 0, 10), boxed('a', 50, 10)];
    expect(largestFirst(same)).toEqual(same);
  });
});

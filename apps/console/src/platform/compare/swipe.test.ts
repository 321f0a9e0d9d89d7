import { describe, expect, it } from 'vitest';
import { clipOf, shareAfter, shareAt } from './swipe.ts';

const area = { left: 100, width: 400 };

describe('the edge between two pictures', () => {
  it('follows the pointer from the side where reading begins, and stays within the picture', () => {
    expect([150, 50, 900].map((x) => shareAt(x, area, false))).toEqual([0.125, 0, 1]);
    expect([150, 50, 900].map((x) => shareAt(x, area, true))).toEqual([0.875, 1, 0]);
    expect(shareAt(5, { left: 0, width: 0 }, false)).toBe(0);
  });

  it('moves with the arrow that points on in the direction of reading', () => {
    expect(shareAfter('ArrowRight', 0.5, false)).toBeCloseTo(0.52);
    expect(shareAfter('ArrowRight', 0.5, true)).toBeCloseTo(0.48);
    expect(shareAfter('ArrowLeft', 0.5, true)).toBeCloseTo(0.52);
    expect(shareAfter('Home', 0.5, true)).toBe(0);
    expect(shareAfter('PageUp', 0.95, false)).toBe(1);
    expect(shareAfter('a', 0.5, false)).toBeNull();
  });

  it('hides the newer picture before it', () => {
    expect(clipOf(0.25, false)).toBe('inset(0 0 0 25%)');
    expect(clipOf(0.25, true)).toBe('inset(0 25% 0 0)');
  });
});

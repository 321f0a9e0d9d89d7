import { expect, test } from 'vitest';
import { metresPerPixelAt, scaleBar } from './scale.ts';

test('a scale bar is the longest 1, 2 or 5 that fits', () => {
  expect(scaleBar(1, 120)).toEqual({ metres: 100, pixels: 100 });
  expect(scaleBar(1, 99)).toEqual({ metres: 50, pixels: 50 });
  expect(scaleBar(3.3, 120)).toMatchObject({ metres: 200 });
  expect(scaleBar(0.0049, 120)?.metres).toBeCloseTo(0.5, 9);
});

test('a resolution that is none gives no bar', () => {
  for (const bad of [0, -1, Number.NaN]) expect(scaleBar(bad, 120)).toBeNull();
});

test('ground resolution is that of 512 px tiles', () => {
  // The 256 px figure of 156 543.033 928 m at zoom 0, one zoom level apart.
  expect(metresPerPixelAt(0, 0)).toBeCloseTo(156_543.033_928 / 2, 4);
  expect(metresPerPixelAt(60, 10)).toBeCloseTo(metresPerPixelAt(0, 10) / 2, 6);
});

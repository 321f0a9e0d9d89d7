import { expect, it } from 'vitest';
import { anglesOfDiagonal, lensesOf } from './lenses.ts';
import { footprint, viewAngles } from './view.ts';
import { distance } from './sphere.ts';

it('finds the sides of a view by its diagonal', () => {
  // tan(42°) · 4/5 = 0.72032 and · 9/16 = 0.40518.
  const wide = anglesOfDiagonal(84, [4, 3], [16, 9]);
  expect(wide.horizontal).toBeCloseTo(71.536, 2);
  expect(wide.vertical).toBeCloseTo(44.114, 2);
  // tan(22.5°) · 5/√41 = 0.32345 and · 4/√41 = 0.25876.
  const thermal = anglesOfDiagonal(45, [5, 4]);
  expect(thermal.horizontal).toBeCloseTo(35.851, 2);
  expect(thermal.vertical).toBeCloseTo(29.016, 2);
});

it('knows the camera of M4TD: on the ground from 100 m, straight down', () => {
  const place = { lng: 113.9, lat: 22.5 };
  const lenses = lensesOf('99-0-0');
  const across = (angles: NonNullable<typeof lenses>['wide'] | undefined): number => {
    const eye = angles && { place, height: 100, heading: 0, down: 90, angles };
    const [a, b] = (eye && footprint(eye, { level: 0 })?.ring.filter((_, at) => at % 6 === 0)) ?? [];
    return a && b ? distance(a, b) : Number.NaN;
  };
  // 2 · 100 · tan(41°) · 4/5, at zoom 7 a seventh; 2 · 100 · tan(22.5°) · 5/√41.
  expect(across(lenses?.wide)).toBeCloseTo(139.09, 1);
  expect(across(lenses ? viewAngles(lenses.wide, 7) : undefined)).toBeCloseTo(19.87, 1);
  expect(across(lenses?.thermal)).toBeCloseTo(64.69, 1);
});

it('knows every camera that flies from a dock, and guesses nothing of others', () => {
  for (const index of ['52-0-0', '53-0-0', '80-0-0', '81-0-0', '98-0-0', '99-0-0'])
    expect(lensesOf(index)?.wide.horizontal).toBeGreaterThan(60);
  expect(lensesOf('53-0-0')?.thermal).toBeDefined();
  expect(lensesOf('52-0-0')?.thermal).toBeUndefined();
  for (const index of ['50-65535-0', '129-0-0', '176-0-0', '99', '', 'constructor-0-0', null])
    expect(lensesOf(index)).toBeNull();
});

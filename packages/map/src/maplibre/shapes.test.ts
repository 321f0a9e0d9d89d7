import { expect, it } from 'vitest';
import { engineBox } from './shapes.ts';

it('gives the engine a box as it is, and all longitudes of one over ±180°', () => {
  const box = { west: 9, south: 47, east: 10, north: 48 };
  expect(engineBox(box)).toEqual([9, 47, 10, 48]);
  expect(engineBox({ ...box, west: 179, east: -179 })).toEqual([-180, 47, 180, 48]);
});

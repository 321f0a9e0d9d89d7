import { expect, it } from 'vitest';
import { layerCalls } from './layer.calls.ts';

const taken = (west: number, east: number, south = 47, north = 48): boolean =>
  layerCalls.add.request.safeParse({
    name: 'A',
    source: 'xyz',
    address: 'https://a.example.org/{z}/{x}/{y}',
    bounds: { west, south, east, north },
  }).success;

it('takes boxes over ±180°, and none without an area', () => {
  expect([taken(9, 10), taken(179, -179)]).toEqual([true, true]);
  expect([taken(9, 9), taken(9, 10, 48, 47), taken(179, 181)]).toEqual([false, false, false]);
});

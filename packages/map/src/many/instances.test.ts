import { expect, test } from 'vitest';
import type { Thing } from '../contract.ts';
import { unitOf } from '@eyrie/geometry';
import { countInstances, movedMatrix, stride, writeInstances } from './instances.ts';

const pictures = new Map([
  ['free-working', 3],
  ['plate-live', 7],
  ['sign-alarm', 9],
]);

test('places are told from the origin, to a millimetre where the eye is', () => {
  const here = { lng: 113.95, lat: 22.54 };
  const origin = unitOf(here);
  const things: Thing[] = [
    { id: 'a', ...here, look: 'working', heading: 90 },
    { id: 'b', lng: here.lng + 0.01, lat: here.lat, look: 'live', plate: true, ghost: true },
  ];
  const buffer = writeInstances(things, origin, pictures, new Float32Array(0));
  expect([...buffer.subarray(0, stride)]).toEqual([0, 0, 3, Math.fround(Math.PI / 2), 1]);
  // A hundredth of a degree, of a world that is 360 wide: 40 075 017 m of it are a metre each.
  const metres = 40_075_017;
  expect(Math.abs((buffer[stride] ?? 0) - 0.01 / 360) * metres).toBeLessThan(0.001);
  expect(buffer[stride + 2]).toBe(7);
  expect(buffer[stride + 4]).toBeCloseTo(0.45, 6);
  // The buffer is used again as long as it is large enough.
  expect(writeInstances(things.slice(1), origin, pictures, buffer)).toBe(buffer);
});

test('a sign lies over its symbol, neither turned nor pale', () => {
  const here = { lng: 113.95, lat: 22.54 };
  const signed: Thing = { id: 'a', ...here, look: 'working', heading: 90, ghost: true, sign: 'alarm' };
  const plain: Thing = { id: 'b', ...here, look: 'live', plate: true };
  expect(countInstances([signed, plain])).toBe(3);
  const buffer = writeInstances([signed, plain], unitOf(here), pictures, new Float32Array(0));
  expect([...buffer.subarray(stride, 2 * stride)]).toEqual([0, 0, 9, 0, 1]);
  expect(buffer[2 * stride + 2]).toBe(7);
});

test('over the antimeridian the nearer way is taken', () => {
  const buffer = writeInstances(
    [{ id: 'a', lng: -179.9, lat: 0, look: 'live', plate: true }],
    unitOf({ lng: 179.9, lat: 0 }),
    pictures,
    new Float32Array(0),
  );
  expect(buffer[0]).toBeCloseTo(0.2 / 360, 6);
});

test('a moved matrix moves what it is given', () => {
  const scale = [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 10, 20, 0, 1];
  expect([...movedMatrix(scale, 5, 7)].slice(12)).toEqual([20, 41, 0, 1]);
});

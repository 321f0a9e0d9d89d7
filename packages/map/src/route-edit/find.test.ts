import { expect, it } from 'vitest';
import type { RouteHandle } from './contract.ts';
import { handleAt } from './find.ts';

const handles: readonly RouteHandle[] = [
  { id: 'a', kind: 'point', lng: 0, lat: 0 },
  { id: 'b', kind: 'point', lng: 10, lat: 0 },
  { id: 'm', kind: 'middle', lng: 6, lat: 0 },
];
const find = (x: number, y: number, touch = false, near = (): boolean => true) =>
  handleAt(handles, { x, y }, ({ lng, lat }) => ({ x: lng, y: lat }), near, touch)?.id ?? null;

it('finds the nearest handle, and one in between only where no other is within reach', () => {
  expect([find(1, 0), find(9, 0), find(6, 0)]).toEqual(['a', 'b', 'b']);
  expect(find(0, 16)).toBeNull();
});

it('reaches further for fingers, and never what is out of sight', () => {
  expect(find(0, 30, true)).toBe('a');
  expect(find(0, 0, false, () => false)).toBeNull();
});

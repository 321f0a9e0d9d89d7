import { expect, it } from 'vitest';
import {
  blocksIn,
  cellOf,
  obstacleField,
  packBlocks,
  unpackBlocks,
  type ObstacleBlock,
} from './obstacles.ts';
import { destination } from './sphere.ts';

const at = { lng: 114.7268, lat: 41.1635 };
const blockAt = (place: typeof at, top: number, label: number): ObstacleBlock => {
  const { x, y, cell } = cellOf(place);
  return { x, y, cells: Uint16Array.of(cell), tops: Float32Array.of(top), labels: Uint16Array.of(label) };
};
const labels = [
  { name: 'WT-01', layer: 'Wind' },
  { name: '', layer: 'Buildings' },
];

it('says what stands at a place, the higher one of two, and nothing beside it', () => {
  const field = obstacleField([blockAt(at, 90, 0), blockAt(at, 40, 1)], labels);
  expect(field.at(at)).toEqual({ top: 90, name: 'WT-01', layer: 'Wind' });
  expect(field.topAt(destination(at, 90, 5))).toBeNull();
  expect(field.topAt({ lng: Number.NaN, lat: 0 })).toBeNull();
});

it('says whether anything may stand along a way', () => {
  const field = obstacleField([blockAt(at, 90, 0)], labels);
  expect(field.between(destination(at, 270, 400), destination(at, 90, 400))).toBe(true);
  expect(field.between(destination(at, 0, 2_000), destination(at, 45, 2_000))).toBe(false);
  expect(obstacleField([], []).between({ lng: -170, lat: -80 }, { lng: 170, lat: 80 })).toBe(false);
});

it('travels as bytes, and bytes that are none are refused', () => {
  const blocks = [blockAt(at, 90.5, 0), blockAt({ lng: -179.9999, lat: -30 }, -3, 1)];
  expect(unpackBlocks(packBlocks(blocks))).toEqual(blocks);
  expect(() => unpackBlocks(Uint8Array.of(1, 2, 3))).toThrow(RangeError);
  expect(() => unpackBlocks(new Uint8Array(20).fill(255))).toThrow(RangeError);
});

it('knows the blocks of a box, over the antimeridian too', () => {
  const { x, y } = cellOf({ lng: -179.9999, lat: -30 });
  expect(blocksIn({ west: 179.99, east: -179.99, south: -30.01, north: -29.99 }).holds(x, y)).toBe(true);
  expect(blocksIn({ west: 179.9, east: 179.99, south: -30.01, north: -29.99 }).holds(x, y)).toBe(false);
});

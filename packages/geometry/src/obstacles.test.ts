import { expect, it } from 'vitest';
import {
  blockBounds,
  blockMiddle,
  blocksIn,
  blockSide,
  cellOf,
  obstacleField,
  packBlocks,
  unpackBlocks,
  type ObstacleBlock,
} from './obstacles.ts';
import { destination, type Place } from './sphere.ts';
import { latOfRow } from './tile-grid.ts';

const at = { lng: 114.7268, lat: 41.1635 };
const blockAt = (place: typeof at, top: number, label: number): ObstacleBlock => {
  const { x, y, cell } = cellOf(place);
  return { x, y, cells: Uint16Array.of(cell), tops: Float32Array.of(top), labels: Uint16Array.of(label) };
};
/** The middle of a cell, by its column and row from the middle of the map. */
const cellAt = (column: number, row: number): Place => ({
  lng: ((column + 0.5) / 2 ** 24) * 360,
  lat: latOfRow(0.5 + (row + 0.5) / 2 ** 24),
});
const middle = 2 ** 17;
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

it('counts cells from the north-west of their block, up to the edge of the map', () => {
  expect(cellOf(cellAt(1, 2))).toEqual({ x: middle, y: middle, cell: 2 * 64 + 1 });
  expect(cellOf(cellAt(64 + 63, 2 * 64 + 62))).toEqual({ x: middle + 1, y: middle + 2, cell: 62 * 64 + 63 });
  expect(cellOf(cellAt(-1, -1))).toEqual({ x: middle - 1, y: middle - 1, cell: 63 * 64 + 63 });
  const last = cellOf({ lng: 179.999_999_999, lat: -90 });
  expect(last).toEqual({ x: 2 * middle - 1, y: 2 * middle - 1, cell: 63 * 64 + 63 });
});

it('says by which block a place is held, and where its middle is', () => {
  const { x, y } = cellOf(at);
  const { west, east, south, north } = blockBounds({ x, y });
  expect([west < at.lng, at.lng < east, south < at.lat, at.lat < north]).toEqual([true, true, true, true]);
  expect(east - west).toBeCloseTo(360 / 2 ** 18, 9);
  expect(cellOf(blockMiddle({ x, y }))).toMatchObject({ x, y });
  expect(blockMiddle({ x: middle, y: middle }).lng).toBeCloseTo(180 / 2 ** 18, 9);
  expect(blockMiddle({ x: middle, y: middle }).lat).toBeCloseTo(-180 / 2 ** 18, 6);
});

it('says nothing beside what stands there, and the first of two that are as high', () => {
  const field = obstacleField([blockAt(at, 90, 0), blockAt(at, 90, 1)], labels);
  expect(field.at(at)?.name).toBe('WT-01');
  expect(field.at(destination(at, 90, 5))).toBeNull();
  expect(field.topAt(destination(at, 0, 2_000))).toBeNull();
  // Of two layers in one block each cell stands.
  const both = obstacleField([blockAt(cellAt(1, 1), 9, 0), blockAt(cellAt(3, 1), 7, 1)], labels);
  expect([both.topAt(cellAt(1, 1)), both.topAt(cellAt(3, 1)), both.topAt(cellAt(2, 1))]).toEqual([
    9,
    7,
    null,
  ]);
});

it('sees the first and the last block of a way, whichever way it is flown', () => {
  const [from, to] = [cellAt(5, 5), cellAt(3 * 64 + 5, 2 * 64 + 5)];
  for (const one of [from, to, cellAt(3 * 64, 0), cellAt(0, 2 * 64)]) {
    const field = obstacleField([blockAt(one, 9, 0)], labels);
    expect([field.between(from, to), field.between(to, from)]).toEqual([true, true]);
  }
  for (const one of [cellAt(4 * 64, 0), cellAt(-1, 5), cellAt(5, 3 * 64), cellAt(5, -1)])
    expect(obstacleField([blockAt(one, 9, 0)], labels).between(from, to)).toBe(false);
});

it('takes a way over very many blocks for one where something may stand', () => {
  const field = obstacleField([blockAt(at, 90, 0)], labels);
  const across = (columns: number, rows: number) =>
    field.between(cellAt(0, 0), cellAt((columns - 1) * 64, (rows - 1) * 64));
  expect([across(64, 64), across(64, 65), across(65, 64)]).toEqual([false, true, true]);
});

it('knows the first and the last block of a box', () => {
  const [first, last] = [
    blockMiddle({ x: middle, y: middle }),
    blockMiddle({ x: middle + 2, y: middle + 3 }),
  ];
  const { holds } = blocksIn({ west: first.lng, north: first.lat, east: last.lng, south: last.lat });
  for (const [x, y] of [
    [0, 0],
    [2, 3],
    [2, 0],
    [1, 2],
  ] as const)
    expect(holds(middle + x, middle + y)).toBe(true);
  for (const [x, y] of [
    [-1, 1],
    [3, 1],
    [1, -1],
    [1, 4],
  ] as const)
    expect(holds(middle + x, middle + y)).toBe(false);
});

it('knows the blocks of a box around the whole world, and of one that ends at the antimeridian', () => {
  const { lng, lat } = blockMiddle({ x: middle, y: middle });
  const around = blocksIn({ west: lng + 1e-4, east: lng - 1e-4, south: lat, north: lat });
  expect([around.holds(middle, middle), around.holds(7, middle)]).toEqual([true, true]);
  const narrow = blocksIn({ west: lng, east: lng, south: lat, north: lat });
  expect([narrow.holds(middle, middle), narrow.holds(7, middle)]).toEqual([true, false]);
  const east = blocksIn({ west: 179.99, east: 180, south: lat, north: lat });
  expect([east.holds(2 * middle - 1, middle), east.holds(middle, middle)]).toEqual([true, false]);
});

it('knows the first and the last block of a box over the antimeridian', () => {
  const [west, east] = [blockMiddle({ x: 2 * middle - 3, y: middle }), blockMiddle({ x: 2, y: middle })];
  const { holds } = blocksIn({ west: west.lng, east: east.lng, south: west.lat, north: west.lat });
  const held = [2 * middle - 4, 2 * middle - 3, 2 * middle - 1, 0, 2, 3].map((x) => holds(x, middle));
  expect(held).toEqual([false, true, true, true, true, false]);
});

it('carries a block in which everything stands, and refuses one of more', () => {
  const count = blockSide * blockSide;
  const full: ObstacleBlock = {
    x: 3,
    y: 4,
    cells: Uint16Array.from({ length: count }, (_, cell) => cell),
    tops: new Float32Array(count).fill(2),
    labels: new Uint16Array(count),
  };
  expect(unpackBlocks(packBlocks([full]))).toEqual([full]);
  const bytes = packBlocks([full]);
  new DataView(bytes.buffer).setUint32(8, count + 1);
  expect(() => unpackBlocks(bytes)).toThrow('no block of obstacles');
});

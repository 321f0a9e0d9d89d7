import { expect, test } from 'vitest';
import { reliefPieces, reliefSide } from './relief-rows.ts';

test('the whole world takes both tiles of the picture, stretched towards the poles', () => {
  const pieces = reliefPieces(0, 0, 0);
  expect(new Set(pieces.map(({ tile }) => `${tile.z}/${tile.x}/${tile.y}`))).toEqual(
    new Set(['0/0/0', '0/1/0']),
  );
  const rows = pieces.filter(({ tile }) => tile.x === 0);
  // The upper edge is at 85.05° of 90°, and a row at the equator is higher in degrees than one there.
  expect(rows[0]?.from.y).toBeCloseTo((4.949 / 180) * reliefSide, 1);
  const [first, middle] = [rows[0], rows[rows.length / 2]];
  expect(middle?.from.height ?? 0).toBeGreaterThan(4 * (first?.from.height ?? 1));
});

test('a deep tile is a small piece of the finest picture, rows counted from the south', () => {
  // China: 105° E, 35° N of level 5.
  const pieces = reliefPieces(5, 25, 12);
  expect(new Set(pieces.map(({ tile }) => `${tile.z}/${tile.x}/${tile.y}`))).toEqual(new Set(['2/6/2']));
  expect(pieces[0]?.from.width).toBeCloseTo(64, 9);
});

test('every pixel of a tile is filled once', () => {
  for (const [z, x, y] of [
    [0, 0, 0],
    [1, 1, 0],
    [3, 2, 6],
    [6, 40, 20],
  ] as const) {
    const pieces = reliefPieces(z, x, y);
    const area = pieces.reduce((sum, { to }) => sum + to.width * to.height, 0);
    expect(area).toBeCloseTo(reliefSide ** 2, 6);
    for (const { from } of pieces) {
      expect(from.x + from.width).toBeLessThanOrEqual(reliefSide + 1e-6);
      expect(from.y + from.height).toBeLessThanOrEqual(reliefSide + 1e-6);
    }
  }
});

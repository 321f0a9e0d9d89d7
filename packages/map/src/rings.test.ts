import { expect, test } from 'vitest';
import { drawableRings } from './rings.ts';

const at = (lng: number, lat: number) => ({ lng, lat });

test('a ring over the antimeridian goes on, and its hole lies in it', () => {
  const edge = [at(179, 0), at(-179, 0), at(-179, 2), at(179, 2), at(179, 0)];
  const hole = [at(-179.8, 0.5), at(-179.5, 0.5), at(-179.5, 1), at(-179.8, 0.5)];
  const [outer, inner] = drawableRings([edge, hole]);
  expect(outer).toEqual([at(179, 0), at(181, 0), at(181, 2), at(179, 2)]);
  expect(inner?.map(({ lng }) => Math.round(lng * 1e6) / 1e6)).toEqual([180.2, 180.5, 180.5]);
});

test('what is no place is left out, and what has fewer than three draws nothing', () => {
  expect(drawableRings([[at(1, 1), at(Number.NaN, 1), at(2, 1), at(2, 2), at(3, 91)]])).toEqual([
    [at(1, 1), at(2, 1), at(2, 2)],
  ]);
  expect(drawableRings([[at(1, 1), at(2, 1), at(1, 1)]])).toEqual([]);
  expect(drawableRings([[at(1, 1), at(1, 1), at(1, 1), at(1, 1)]])).toEqual([]);
  expect(drawableRings([])).toEqual([]);
  expect(drawableRings([[at(0, 0), at(1, 0), at(1, 1)], [at(0.5, 0.5)]])).toHaveLength(1);
});

test('a hundred thousand places are prepared at once', () => {
  const ring = Array.from({ length: 100_000 }, (_, step) =>
    at(Math.cos((step * Math.PI) / 50_000), Math.sin((step * Math.PI) / 50_000)),
  );
  expect(drawableRings([ring])[0]).toHaveLength(100_000);
});

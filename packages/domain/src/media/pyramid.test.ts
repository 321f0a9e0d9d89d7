import { describe, expect, it } from 'vitest';
import {
  pyramidEntryAt,
  pyramidHead,
  pyramidLevels,
  pyramidOf,
  pyramidTileAt,
  pyramidTiles,
} from './pyramid.ts';

describe('a pyramid of tiles', () => {
  it('has the full size first and one tile last', () => {
    expect(pyramidLevels({ width: 1_100, height: 600 })).toEqual([
      { width: 1_100, height: 600, across: 3, down: 2, first: 0 },
      { width: 550, height: 300, across: 2, down: 1, first: 6 },
      { width: 275, height: 150, across: 1, down: 1, first: 8 },
    ]);
    expect(pyramidTiles({ width: 1_100, height: 600 })).toBe(9);
    expect(pyramidTiles({ width: 512, height: 512 })).toBe(1);
  });

  it('is found again in the head of its file', () => {
    const lengths = [10, 20, 30, 40, 50, 60, 70, 80, 90];
    const head = pyramidHead({ width: 1_100, height: 600 }, lengths);
    expect(pyramidOf(head)).toEqual({ width: 1_100, height: 600 });
    const { start, end } = pyramidEntryAt(2);
    const place = pyramidTileAt(head.subarray(start, end + 1));
    expect(place).toEqual({ start: head.length + 30, end: head.length + 59 });
  });

  it('is not found in other bytes, nor where it has another number of tiles', () => {
    expect(pyramidOf(new Uint8Array(16))).toBeNull();
    expect(pyramidOf(new Uint8Array(4))).toBeNull();
    expect(pyramidOf(pyramidHead({ width: 1_100, height: 600 }, [1]))).toBeNull();
    expect(pyramidTileAt(new Uint8Array(8))).toBeNull();
  });
});

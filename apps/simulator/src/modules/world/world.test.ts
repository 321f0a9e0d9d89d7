import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { riverNorth } from './height.ts';
import { tilesOf, tileView } from './mercator.ts';
import { createPainter } from './paint.ts';
import { plane } from './plan.ts';
import { imageryTiles, terrainTiles } from './tiles.ts';
import { createWorld } from './world.ts';

const world = createWorld(12);

describe('the world', () => {
  it('is the same for the same seed, and another for another', () => {
    const again = createWorld(12);
    const other = createWorld(13);
    expect(again.buildings()).toEqual(world.buildings());
    expect(again.masts()).toEqual(world.masts());
    const place = { lng: 114.73, lat: 41.17 };
    expect(again.heightAt(place)).toBe(world.heightAt(place));
    expect(other.heightAt(place)).not.toBe(world.heightAt(place));
  });

  it('has a river that never runs uphill, below its banks', () => {
    let before = Infinity;
    for (let east = -2400; east <= 2400; east += 10) {
      const north = riverNorth(east);
      const bed = world.ground(east, north);
      expect(bed).toBeLessThan(before);
      expect(world.coverAt(plane.toPlace({ east, north }))).toMatch(/river|road/);
      for (const side of [-40, 40]) expect(world.ground(east, north + side)).toBeGreaterThan(bed + 1);
      before = bed;
    }
  });

  it('has no building in the river or on a road, and houses in a village', () => {
    const covers = new Set<string>();
    for (let east = -2300; east < 2300; east += 40)
      for (let north = -1900; north < 1900; north += 40)
        covers.add(world.coverAt(plane.toPlace({ east, north })));
    expect([...covers].toSorted()).toEqual(
      ['bank', 'building', 'field', 'grass', 'river', 'road', 'solar', 'wood', 'yard'].toSorted(),
    );
    expect(world.buildings().length).toBeGreaterThan(100);
    for (const { east, north } of world.buildings())
      expect(Math.abs(north - riverNorth(east))).toBeGreaterThan(60);
  });
});

const heights = async (png: Uint8Array): Promise<Float64Array> => {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Float64Array.from({ length: info.width * info.height }, (_, at) => {
    const [r = 0, g = 0, b = 0] = data.subarray(at * 3, at * 3 + 3);
    return r * 256 + g + b / 256 - 32_768;
  });
};

describe('terrain tiles', () => {
  it('hold the height of the ground, and go on from one tile to the next', async () => {
    const tiles = await terrainTiles(world.ground, { min: 12, max: 12 });
    const [first] = tilesOf(12);
    if (!first) throw new Error('no tile');
    const left = tiles[`12/${first.x}/${first.y}.png`];
    const right = tiles[`12/${first.x + 1}/${first.y}.png`];
    if (!left || !right) throw new Error(`no neighbours in ${Object.keys(tiles).join()}`);
    const [west, east] = [await heights(left), await heights(right)];
    const view = tileView(first, 256);
    for (let row = 0; row < 256; row += 15) {
      const north = view.north[row] ?? 0;
      expect(west[row * 256 + 100]).toBeCloseTo(world.ground(view.east[100] ?? 0, north), 1);
      const step = Math.abs((west[row * 256 + 255] ?? 0) - (east[row * 256] ?? 0));
      const slope = Math.abs((west[row * 256 + 254] ?? 0) - (west[row * 256 + 255] ?? 0));
      expect(step).toBeLessThan(slope + 1);
    }
  });

  it('fall to the ellipsoid at the edge of what the coarsest of them show', async () => {
    const tiles = await terrainTiles(world.ground, { min: 8, max: 8 });
    const all = tilesOf(8, 1);
    expect(Object.keys(tiles)).toHaveLength(all.length);
    const [corner] = all;
    const found = await heights(tiles[`8/${corner?.x}/${corner?.y}.png`] ?? new Uint8Array());
    expect(found[0]).toBe(0);
    expect(Math.max(...found)).toBeLessThan(1500);
  });
});

describe('imagery tiles', () => {
  it('have each a parent up to the lowest zoom, and are clear outside', async () => {
    const area = { west: 2150, south: -50, east: 2500, north: 100 };
    const painter = createPainter(world);
    const tiles = await imageryTiles(painter, { min: 13, max: 14 }, undefined, { area });
    const names = Object.keys(tiles);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      const [z = 0, x = 0, y = 0] = name.replace('.webp', '').split('/').map(Number);
      if (z > 13) expect(names).toContain(`${z - 1}/${x >> 1}/${y >> 1}.webp`);
    }
    const far = tilesOf(14, 0, area).findLast(({ x, y }) => names.includes(`14/${x}/${y}.webp`));
    const picture = await sharp(tiles[`14/${far?.x}/${far?.y}.webp`]).raw().toBuffer();
    const opacities = Array.from({ length: 256 * 256 }, (_, at) => picture[at * 4 + 3] ?? 0);
    expect(Math.min(...opacities)).toBe(0);
    expect(Math.max(...opacities)).toBeGreaterThan(200);
  });
});

import { describe, expect, it } from 'vitest';
import { buildingTiles, obliqueTiles } from './models.ts';
import { createPainter } from './paint.ts';
import { plane, sites } from './plan.ts';
import { pointTiles } from './points.ts';
import type { Files } from './tiles.ts';
import { makeProducts } from './products.ts';
import { createWorld } from './world.ts';

const world = createWorld(12);
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface TileJson {
  boundingVolume: { region: [number, number, number, number, number, number] };
  geometricError: number;
  transform?: number[];
  content?: { uri: string };
  children?: TileJson[];
}

/** Degrees and metres above the ellipsoid, by Bowring's iteration: another way than the one they were made by. */
const geodetic = (x: number, y: number, z: number) => {
  const [a, e2] = [6_378_137, 0.006_694_379_990_141_3];
  const away = Math.hypot(x, y);
  let lat = Math.atan2(z, away * (1 - e2));
  let height = 0;
  for (let round = 0; round < 6; round += 1) {
    const normal = a / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
    height = away / Math.cos(lat) - normal;
    lat = Math.atan2(z, away * (1 - (e2 * normal) / (normal + height)));
  }
  return { lng: (Math.atan2(y, x) * 180) / Math.PI, lat: (lat * 180) / Math.PI, height };
};
const moved = (m: readonly number[], [x, y, z]: readonly [number, number, number]) => {
  const row = (at: number) =>
    (m[at] ?? 0) * x + (m[at + 4] ?? 0) * y + (m[at + 8] ?? 0) * z + (m[at + 12] ?? 0);
  return geodetic(row(0), row(1), row(2));
};

/** Corners of a glb as a viewer takes them: y is up in the file and z in the tile. */
const glbCorners = (bytes: Uint8Array): [number, number, number][] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect([text(bytes.subarray(0, 4)), view.getUint32(4, true), view.getUint32(8, true)]).toEqual([
    'glTF',
    2,
    bytes.length,
  ]);
  const length = view.getUint32(12, true);
  const json = JSON.parse(text(bytes.subarray(20, 20 + length))) as {
    meshes: { primitives: { attributes: Record<string, number>; indices: number }[] }[];
    accessors: { bufferView: number; count: number; min: number[]; max: number[] }[];
    bufferViews: { byteOffset: number; byteLength: number }[];
    buffers: { byteLength: number }[];
  };
  const body = 20 + length + 8;
  expect(body + (json.buffers[0]?.byteLength ?? 0)).toBe(bytes.length);
  return json.meshes.flatMap(({ primitives }) =>
    primitives.flatMap(({ attributes, indices }) => {
      const accessor = json.accessors[attributes['POSITION'] ?? -1];
      const from = json.bufferViews[accessor?.bufferView ?? -1];
      const order = json.accessors[indices];
      const orderFrom = json.bufferViews[order?.bufferView ?? -1];
      if (!accessor || !from || !order || !orderFrom) throw new Error('broken glb');
      for (let at = 0; at < order.count; at += 97)
        expect(view.getUint32(body + orderFrom.byteOffset + at * 4, true)).toBeLessThan(accessor.count);
      return Array.from({ length: accessor.count }, (_, at): [number, number, number] => {
        const value = (axis: number) => view.getFloat32(body + from.byteOffset + at * 12 + axis * 4, true);
        expect(value(1)).toBeLessThanOrEqual((accessor.max[1] ?? 0) + 1e-6);
        return [value(0), -value(2), value(1)];
      });
    }),
  );
};

const pntsPoints = (bytes: Uint8Array): [number, number, number][] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect([text(bytes.subarray(0, 4)), view.getUint32(8, true) % 8]).toEqual(['pnts', 0]);
  const length = view.getUint32(12, true);
  const table = JSON.parse(text(bytes.subarray(28, 28 + length))) as Record<string, number[]> & {
    POINTS_LENGTH: number;
  };
  const [offset = [], scale = []] = [table['QUANTIZED_VOLUME_OFFSET'], table['QUANTIZED_VOLUME_SCALE']];
  return Array.from({ length: table.POINTS_LENGTH }, (_, at) => {
    const value = (axis: number) =>
      (offset[axis] ?? 0) +
      ((scale[axis] ?? 0) * view.getUint16(28 + length + at * 6 + axis * 2, true)) / 65_535;
    return [value(0), value(1), value(2)];
  });
};

/** Every file of a tileset with the places of its corners; each lies in the region that its tile declares. */
const readTiles = (files: Files, read: (bytes: Uint8Array) => [number, number, number][]) => {
  const json = JSON.parse(text(files['tileset.json'] ?? new Uint8Array())) as { root: TileJson };
  const found = new Map<string, ReturnType<typeof geodetic>[]>();
  const walk = (tile: TileJson, above: readonly number[] | null, error: number): void => {
    expect(tile.geometricError).toBeLessThanOrEqual(error);
    // One transform on the way: a second would be multiplied with it.
    expect(above && tile.transform).toBeFalsy();
    const transform = tile.transform ?? above;
    const [west, south, east, north, low, high] = tile.boundingVolume.region;
    if (tile.content && transform) {
      const places = read(files[tile.content.uri] ?? new Uint8Array()).map((one) => moved(transform, one));
      found.set(tile.content.uri, places);
      const outside = places.filter(
        ({ lng, lat, height }) =>
          (lng * Math.PI) / 180 < west - 1e-8 ||
          (lng * Math.PI) / 180 > east + 1e-8 ||
          (lat * Math.PI) / 180 < south - 1e-8 ||
          (lat * Math.PI) / 180 > north + 1e-8 ||
          height < low ||
          height > high,
      );
      expect(outside.slice(0, 3), tile.content.uri).toEqual([]);
    }
    for (const child of tile.children ?? []) walk(child, transform, tile.geometricError);
  };
  walk(json.root, null, Infinity);
  expect([...found.keys(), 'tileset.json'].toSorted()).toEqual(Object.keys(files).toSorted());
  return found;
};

/** Metres between a place and another on the ground. */
const away = (one: { lng: number; lat: number }, other: { lng: number; lat: number }): number => {
  const [a, b] = [plane.toPlane(one), plane.toPlane(other)];
  return Math.hypot(a.east - b.east, a.north - b.north);
};

describe('models of the world', () => {
  it('have the roofs of the docks where the docks are, upright', () => {
    const tiles = readTiles(buildingTiles(world), glbCorners);
    const corners = [...tiles.values()].flat();
    for (const site of [sites.east, sites.west, sites.south, sites.substation]) {
      const near = corners.filter((one) => away(one, site) < 20);
      const top = Math.max(...near.map(({ height }) => height));
      expect(Math.abs(top - world.standAt(site))).toBeLessThan(0.05);
    }
  });

  it('have a photographed village in two levels that lies on the ground', async () => {
    const tiles = readTiles(await obliqueTiles(world, createPainter(world), 128), glbCorners);
    expect(tiles.size).toBe(5);
    const ground = tiles.get('far.glb')?.slice(-200) ?? [];
    for (const one of ground) expect(one.height).toBeGreaterThan(world.heightAt(one));
    for (const one of tiles.get('near-0.glb') ?? [])
      expect(one.height).toBeGreaterThan(world.heightAt(one) - 4);
  });

  it('have points on ground, roofs and wires', () => {
    const tiles = readTiles(pointTiles(world, createPainter(world), 5), pntsPoints);
    const points = [...tiles.values()].flat();
    // Of 480 by 500 metres, and what hangs above them.
    expect(points.length).toBeGreaterThan(10_000);
    const over = points.filter((one) => one.height > world.heightAt(one) + 15);
    expect(over.length).toBeGreaterThan(500);
  });
});

it('reports a product as made once, and only when it was delivered', async () => {
  const seen: string[] = [];
  await makeProducts(
    ['buildings', 'orthophoto'],
    (key) => void seen.push(`${key} delivered`),
    (key, share) => {
      if (share === 1) seen.push(`${key} made`);
    },
  );
  expect(seen).toEqual(['buildings delivered', 'buildings made', 'orthophoto delivered', 'orthophoto made']);
});

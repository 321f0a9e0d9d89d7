import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '../../../platform/http/refusal.ts';
import { convertCloud } from './cloud-convert.ts';
import { checkCloud } from './cloud-file.ts';
import { lasFile, slope, type MadeLas, type MadePoint } from './las.fixture.ts';
import { lazFile } from './laz.fixture.ts';

let folder: string;
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-cloud-'));
});
afterAll(() => rm(folder, { recursive: true }));

const written = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, `cloud-${(number += 1)}`);
  await writeFile(path, bytes);
  return path;
};

interface Tile {
  boundingVolume: { box: number[] };
  content?: { uri: string };
  children?: Tile[];
  geometricError: number;
  transform: number[];
}

/** Every point of a tile, from the bytes as a viewer reads them. */
const pointsOf = (bytes: Buffer) => {
  const [featureLength, bodyLength, batchLength] = [12, 16, 20].map((at) => bytes.readUInt32LE(at));
  const feature = JSON.parse(bytes.toString('utf8', 28, 28 + (featureLength ?? 0))) as {
    POINTS_LENGTH: number;
    RGB: { byteOffset: number };
    QUANTIZED_VOLUME_OFFSET: number[];
    QUANTIZED_VOLUME_SCALE: number[];
  };
  const body = bytes.subarray(28 + (featureLength ?? 0));
  const batchAt = 28 + (featureLength ?? 0) + (bodyLength ?? 0);
  const batch = JSON.parse(bytes.toString('utf8', batchAt, batchAt + (batchLength ?? 0))) as {
    Classification: { byteOffset: number };
  };
  const extra = bytes.subarray(batchAt + (batchLength ?? 0));
  return Array.from({ length: feature.POINTS_LENGTH }, (_, at) => ({
    local: [0, 1, 2].map(
      (axis) =>
        (body.readUInt16LE(at * 6 + axis * 2) / 65_535) * (feature.QUANTIZED_VOLUME_SCALE[axis] ?? 0) +
        (feature.QUANTIZED_VOLUME_OFFSET[axis] ?? 0),
    ),
    colour: [0, 1, 2].map((band) => body[feature.RGB.byteOffset + at * 3 + band]),
    height: extra.readFloatLE(at * 4),
    class: extra[batch.Classification.byteOffset + at],
  }));
};

const converted = async (bytes: Buffer, epsg = '') => {
  const path = await written(bytes);
  const shares: number[] = [];
  const { files, size } = await convertCloud(path, `${path}.pack`, epsg, (share) => shares.push(share));
  const pack = await open(`${path}.pack`);
  const read = async (name: string): Promise<Buffer> => {
    const file = files.find((one) => one.path === name);
    const part = Buffer.alloc(file?.length ?? 0);
    await pack.read(part, 0, part.length, file?.start ?? 0);
    return part;
  };
  const tileset = JSON.parse(String(await read('0'))) as {
    root: Tile;
    properties: Record<'Height' | 'Classification', { minimum: number; maximum: number }>;
  };
  const tiles: { tile: Tile; points: ReturnType<typeof pointsOf> }[] = [];
  const visit = async (tile: Tile): Promise<void> => {
    const uri = tile.content?.uri;
    if (uri !== undefined) tiles.push({ tile, points: pointsOf(await read(uri.replace(/\.rest$/, ''))) });
    for (const child of tile.children ?? []) await visit(child);
  };
  await visit(tileset.root);
  await pack.close();
  return { files, size, tileset, tiles, points: tiles.flatMap(({ points }) => points), shares };
};

const why = async (work: Promise<unknown>): Promise<string> => {
  const error = (await work.then(
    () => new Error('was taken'),
    (failure: unknown) => failure,
  )) as Partial<Refusal> & Error;
  return error.reason === undefined ? error.message : `${error.reason}: ${error.details?.values?.['what']}`;
};
const refused = async (bytes: Buffer, epsg = ''): Promise<string> =>
  why(checkCloud(await written(bytes), epsg));

/** 9° east and 48° north in UTM. */
const site = [500_000, 5_316_300] as const;
const small = { points: slope(30, site) };

describe('a point cloud becomes 3D Tiles', () => {
  it.each([
    ['LAS 1.2', lasFile(small)],
    ['LAS 1.4', lasFile({ ...small, format: 7 })],
    ['LAZ', lazFile({ ...small, chunk: 15 })],
    ['LAZ whose chunks say their own size, in the layout of COPC', lazFile({ ...small, format: 7 })],
  ])('of %s, with places, colours, heights and classes', async (_, bytes) => {
    const { points, tileset, tiles, shares } = await converted(bytes);
    expect(points).toHaveLength(900);
    // The frame stands in the middle of the box; a metre on the ground is a metre of it but for the scale of UTM.
    for (const point of points) {
      const [east = 0, north = 0, up = 0] = point.local;
      const isEast = east > 0;
      expect(point.class).toBe(isEast ? 6 : 2);
      expect(point.colour).toEqual(isEast ? [0, 0, 255] : [255, 0, 0]);
      expect(up).toBeCloseTo(north * 0.1, 1);
      expect(point.height).toBeCloseTo(101.45 + north * 0.1, 1);
    }
    const easts = points.map(({ local }) => local[0] ?? 0);
    expect(Math.max(...easts) - Math.min(...easts)).toBeCloseTo(29 / 0.9996, 1);
    expect(tileset.properties.Classification).toEqual({ minimum: 2, maximum: 6 });
    expect(tileset.properties.Height.minimum).toBeCloseTo(100, 2);
    expect(tileset.properties.Height.maximum).toBeCloseTo(102.9, 2);
    expect(tiles).toHaveLength(1);
    expect(shares.at(-1)).toBe(1);
    // The middle of the Earth is as far below as the ellipsoid says at 48° north.
    const [x = 0, y = 0, z = 0] = tileset.root.transform.slice(12);
    expect(Math.hypot(x, y, z)).toBeGreaterThan(6_366_000);
    expect(Math.atan2(y, x) * (180 / Math.PI)).toBeCloseTo(9, 3);
  });

  it('is divided where many points lie, and keeps every point once, each within its tile', async () => {
    const many = slope(400, site, 0.02);
    const { points, tiles, tileset } = await converted(lasFile({ points: many }));
    expect(points).toHaveLength(160_000);
    expect(tiles.length).toBeGreaterThan(4);
    const { cloudSample, cloudTilePoints } = limits.layer;
    for (const { tile, points: own } of tiles) {
      expect(own.length).toBeLessThanOrEqual(Math.max(cloudSample, cloudTilePoints) + 1);
      const [x = 0, y = 0, z = 0, a = 0, , , , b = 0, , , , c = 0] = tile.boundingVolume.box;
      const least = own.every(
        ({ local: [east = 0, north = 0, up = 0] }) =>
          Math.abs(east - x) <= a + 0.01 && Math.abs(north - y) <= b + 0.01 && Math.abs(up - z) <= c + 0.01,
      );
      expect(least).toBe(true);
    }
    expect(tileset.root.geometricError).toBeGreaterThan(tileset.root.children?.[0]?.geometricError ?? 99);
    const places = new Set(points.map(({ local }) => local.map((one) => Math.round(one * 4)).join()));
    expect(places.size).toBeGreaterThan(150_000);
  });

  it('keeps points that all lie in one place', async () => {
    const points = Array.from({ length: 1_000 }, (): MadePoint => ({ x: 500_000, y: 5_316_300, z: 7 }));
    expect((await converted(lasFile({ points }))).points).toHaveLength(1_000);
  });

  it('has heights above the ellipsoid where the file says that they are above the sea', async () => {
    const wkt =
      'COMPD_CS["x",PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],AUTHORITY["EPSG","32632"]],' +
      'VERT_CS["EGM96 height",UNIT["metre",1],AUTHORITY["EPSG","5773"]]]';
    const { points } = await converted(lasFile({ ...small, format: 7, wkt }));
    // The sea lies 47 to 48 m above the ellipsoid there.
    expect(points[0]?.height).toBeGreaterThan(146);
    expect(points[0]?.height).toBeLessThan(152);
  });

  it('lies where the code puts it that was given for a file that names no system', async () => {
    const bytes = lasFile({ ...small, epsg: null });
    expect(await refused(bytes)).toBe('layerCloudSystem: –');
    const { bounds } = await checkCloud(await written(bytes), '32632');
    expect(bounds.west).toBeCloseTo(9, 4);
    expect(bounds.south).toBeCloseTo(47.9997, 3);
  });
});

describe('a point cloud is refused by what is wrong with it, before a point is read', () => {
  const las = (more: Partial<MadeLas>): Buffer => lasFile({ ...small, ...more });
  it.each([
    ['a scale that is no number', las({ said: { scale: Number.NaN } }), 'layerCloud: scale X: NaN'],
    [
      'a box that is no number',
      las({ said: { max: [Number.NaN, 0, 0] } }),
      'layerCloud: min X 500000, max X NaN',
    ],
    ['a count beyond the file', las({ said: { count: 901 } }), 'layerCloud: 901 × 26 B > 23400 B'],
    [
      'a count beyond all',
      las({ said: { count: 4e9 } }),
      `layerCloudSize: 4000000000 > ${limits.layer.cloudPoints}`,
    ],
    ['no point', las({ said: { count: 0 } }), 'layerCloud: 0 points'],
    ['a system that is not known', las({ epsg: 5514 }), 'layerCloudSystem: EPSG:5514'],
    [
      'a box as large as a country',
      las({ said: { max: [800_000, 5_316_329, 103] } }),
      'layerCloudSize: 300000 m > 100000 m',
    ],
    ['what is no cloud', Buffer.alloc(500), 'layerCloud: LASF'],
    [
      'a packed count that is a lie',
      lazFile({ ...small, chunk: 50, said: { count: 5_000 } }),
      'layerCloud: 18 chunks for 5000 points',
    ],
    [
      'chunks that hold another sum',
      lazFile({ ...small, format: 7, saidFirst: 4 }),
      'layerCloud: 903 points in chunks, 900 said',
    ],
    [
      'a chunk that says a million points',
      lazFile({ ...small, format: 7, saidFirst: 4e6 }),
      'layerCloudSize: chunk 0: 4000000 points',
    ],
  ])('%s', async (_, bytes, expected) => {
    expect(await refused(bytes)).toBe(expected);
  });

  it('cut off in its middle', async () => {
    expect(await refused(lazFile(small).subarray(0, 2_000))).toMatch(/^layerCloud: chunk table at/);
    expect(await refused(lasFile(small).subarray(0, 100))).toBe('layerCloud: 100 B');
  });

  it('by the first point outside of its box: so a lie is unpacked', async () => {
    const bytes = lazFile({ ...small, chunk: 15 });
    const noise = Buffer.from(bytes);
    // The stream of the third chunk.
    noise.fill(0x5a, 1_000, 1_300);
    expect(await why(converted(noise))).toMatch(/^layerCloud: (?:point|chunk) \d+/);
  });

  it('and leaves nothing but what lies beside the file', async () => {
    expect((await readdir(folder)).every((name) => name.startsWith('cloud-'))).toBe(true);
  });
});

import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, zstdCompressSync } from 'node:zlib';
import { processorTime } from '@eyrie/testing';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { judgeRaster } from './raster-file.ts';
import { cutRaster } from './raster-pyramid.ts';
import { projectionOf } from './raster-projection.ts';
import { placed, tinyTiff, withPlace, type TinyTiff } from './raster.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-raster-'));
});
afterAll(() => rm(folder, { recursive: true }));

let sent = 0;
const written = async (bytes: Uint8Array): Promise<string> => {
  const path = join(folder, `${(sent += 1)}.tif`);
  await writeFile(path, bytes);
  return path;
};

/** West half red, east half blue. */
const halves = (width: number, height: number, bands = 3): Uint8Array => {
  const samples = new Uint8Array(width * height * bands);
  for (let at = 0; at < width * height; at += 1) {
    const west = at % width < width / 2;
    samples.set([west ? 200 : 10, 20, west ? 10 : 200, 255].slice(0, bands), at * bands);
  }
  return samples;
};
const plain = (epsg: number, west: number, north: number, pixel: number, more: Partial<TinyTiff> = {}) => {
  const size = { width: 64, height: 64 };
  const tags = [...placed(epsg, west, north, pixel), ...(more.tags ?? [])];
  return tinyTiff({ ...size, samples: halves(64, 64, more.bands ?? 3), bands: 3, ...more, tags });
};

interface Cut {
  paths: string[];
  /** Colour and opacity of a place on the deepest level. */
  at(lng: number, lat: number): Promise<number[]>;
}

const cut = async (bytes: Uint8Array): Promise<Cut> => {
  const path = await written(bytes);
  const { files } = await cutRaster(path, `${path}.tiles`, () => undefined);
  const { max } = (await judgeRaster(path)).placement.zooms;
  const side = 256 * 2 ** max;
  return {
    paths: files.map((file) => file.path),
    async at(lng, lat) {
      const sine = Math.sin((lat * Math.PI) / 180);
      const x = Math.floor(((lng + 180) / 360) * side);
      const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
      const file = files.find((one) => one.path === `${max}/${x >> 8}/${y >> 8}`);
      if (!file) return [0, 0, 0, 0];
      const pack = await open(`${path}.tiles`);
      const tile = Buffer.alloc(file.length);
      await pack.read(tile, 0, file.length, file.start);
      await pack.close();
      const raw = await sharp(tile).ensureAlpha().raw().toBuffer();
      return [...raw.subarray(((y & 255) * 256 + (x & 255)) * 4).subarray(0, 4)];
    },
  };
};

const near = (found: readonly number[], wanted: readonly number[]): void => {
  for (const [at, value] of wanted.entries()) expect(Math.abs((found[at] ?? 0) - value)).toBeLessThan(30);
};
const red = [200, 20, 10, 255];
const blue = [10, 20, 200, 255];

describe('a GeoTIFF is drawn where it lies', () => {
  // The middle of each is 9° east and 48° north, but for the last: 120° and 30°.
  it.each<[string, Uint8Array, number, number]>([
    ['in degrees', plain(4326, 8.99968, 48.00032, 0.00001), 9, 48],
    ['with the high byte first', plain(4326, 8.99968, 48.00032, 0.00001, { bigEndian: true }), 9, 48],
    ['deflated', plain(4326, 8.99968, 48.00032, 0.00001, { deflate: true }), 9, 48],
    ['in Web Mercator', plain(3857, 1_001_843.417, 6_106_886.774, 1), 9, 48],
    ['in UTM', plain(32632, 499_968, 5_316_332.224, 1), 9, 48],
    ['in Gauss-Krüger with the number of its zone', plain(4528, 40_499_968, 3_320_145.178, 1), 120, 30],
  ])('%s', async (_, bytes, lng, lat) => {
    const { at, paths } = await cut(bytes);
    near(await at(lng - 0.0001, lat), red);
    near(await at(lng + 0.0001, lat), blue);
    expect((await at(lng + 0.01, lat))[3]).toBe(0);
    expect(new Set(paths).size).toBe(paths.length);
  });

  const utm = (code: number): [west: number, north: number] => {
    const [x, y] = projectionOf(code)?.toModel([180, 48]) ?? [Number.NaN, Number.NaN];
    return [x - 32, y + 32];
  };
  it.each<[string, Uint8Array]>([
    ['degrees that go on to 181', plain(4326, 179.99968, 48.00032, 0.00001)],
    ['degrees that begin before −180', plain(4326, -180.00032, 48.00032, 0.00001)],
    ['Web Mercator', plain(3857, 20_037_508.34 - 32, 6_106_886.774, 1)],
    ['UTM of the last zone', plain(32660, ...utm(32660), 1)],
    ['UTM of the first zone', plain(32601, ...utm(32601), 1)],
  ])('on both sides of ±180° in %s', async (_, bytes) => {
    const { at, paths } = await cut(bytes);
    near(await at(179.9999, 48), red);
    near(await at(-179.9999, 48), blue);
    expect((await at(179.99, 48))[3]).toBe(0);
    expect((await at(-179.99, 48))[3]).toBe(0);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.length).toBeLessThan(200);
    const { bounds } = (await judgeRaster(await written(bytes))).placement;
    expect(bounds.west).toBeCloseTo(179.9996, 3);
    expect(bounds.east).toBeCloseTo(-179.9996, 3);
  });

  it('beyond ±180°, where it lies on one side alone, and over all of the world', async () => {
    const beyond = await cut(plain(4326, 188.99968, 48.00032, 0.00001));
    near(await beyond.at(-171.0001, 48), red);
    near(await beyond.at(-170.9999, 48), blue);
    const samples = halves(64, 32);
    const world = await cut(
      plain(4326, -180, 90, 5.625, { width: 64, height: 32, samples, tags: [[279, 4, [samples.length]]] }),
    );
    near(await world.at(-170, 40), red);
    near(await world.at(170, 40), blue);
  });

  it('in a system that its keys describe', async () => {
    const [x = Number.NaN, y = Number.NaN] = projectionOf(4548)?.toModel([117.4, 31.2]) ?? [];
    const keys = [
      [1024, 0, 1, 1],
      [1025, 0, 1, 1],
      [2048, 0, 1, 4490],
      [3072, 0, 1, 32_767],
      [3074, 0, 1, 32_767],
      [3075, 0, 1, 1],
      ...[3080, 3081, 3082, 3083, 3092].map((key, at) => [key, 34_736, 1, at]),
    ];
    const tags: TinyTiff['tags'] = [
      [34_735, 3, [1, 1, 0, keys.length, ...keys.flat()]],
      [34_736, 12, [117, 0, 500_000, 0, 1]],
    ];
    const { at } = await cut(plain(32_767, x - 32, y + 32, 1, { tags }));
    near(await at(117.3999, 31.2), red);
    near(await at(117.4001, 31.2), blue);
  });

  it('with the high byte first and a long list of strips', async () => {
    const [width, height] = [16, 512];
    const strips = Array.from({ length: height }, (_, row) => row);
    const tags: TinyTiff['tags'] = [
      ...placed(4326, 8.99992, 48.00256, 0.00001),
      [273, 4, strips.map((row) => 8 + row * width * 3)],
      [278, 4, [1]],
      [279, 4, strips.map(() => width * 3)],
    ];
    const samples = halves(width, height);
    const { at } = await cut(tinyTiff({ width, height, bands: 3, samples, tags, bigEndian: true }));
    near(await at(8.99995, 48), red);
    near(await at(9.00005, 48), blue);
  });

  it('turned by a quarter', async () => {
    // Columns run south and rows run west: the first half of each row is the north.
    const turned = [0, -0.00001, 0, 9.00032, -0.00001, 0, 0, 48.00032, 0, 0, 0, 0, 0, 0, 0, 1];
    const tags = placed(4326, 0, 0, 1).filter(([tag]) => tag === 34735);
    const { at } = await cut(
      tinyTiff({
        width: 64,
        height: 64,
        bands: 3,
        samples: halves(64, 64),
        tags: [...tags, [34264, 12, turned]],
      }),
    );
    near(await at(9, 48.0001), red);
    near(await at(9, 47.9999), blue);
  });

  it('keeps what is clear: by alpha, by NoData, and in the levels above', async () => {
    const samples = halves(64, 64, 4);
    for (let at = 0; at < 64 * 64; at += 1) if (at % 64 < 32) samples[4 * at + 3] = 0;
    const place = [4326, 8.99968, 48.00032, 0.00001] as const;
    const alpha = await cut(plain(...place, { bands: 4, samples, tags: [[338, 3, [2]]] }));
    expect((await alpha.at(8.9999, 48))[3]).toBe(0);
    near(await alpha.at(9.0001, 48), blue);
    const grey = Uint8Array.from({ length: 64 * 64 }, (_, at) => (at % 64 < 32 ? 7 : 90));
    const noData = await cut(plain(...place, { bands: 1, samples: grey, tags: [[42113, 2, '7']] }));
    expect((await noData.at(8.9999, 48))[3]).toBe(0);
    near(await noData.at(9.0001, 48), [90, 90, 90, 255]);
  });

  it('by the colours of its palette, and 16 bits from the least to the most that there is', async () => {
    const place = [4326, 8.99968, 48.00032, 0.00001] as const;
    const colours = Array.from({ length: 768 }, () => 0);
    [colours[1], colours[2 * 256 + 2]] = [51_200, 51_200];
    const numbers = Uint8Array.from({ length: 64 * 64 }, (_, at) => (at % 64 < 32 ? 1 : 2));
    const palette = plain(...place, {
      bands: 1,
      samples: numbers,
      tags: [
        [262, 3, [3]],
        [320, 3, colours],
      ],
    });
    near(await (await cut(palette)).at(8.9999, 48), [200, 0, 0, 255]);
    const deep = new Uint8Array(
      Uint16Array.from({ length: 64 * 64 }, (_, at) => (at % 64 < 32 ? 900 : 2_000)).buffer,
    );
    const wide = await cut(
      plain(...place, {
        bands: 1,
        samples: deep,
        tags: [
          [258, 3, [16]],
          [279, 4, [8_192]],
        ],
      }),
    );
    near(await wide.at(8.9999, 48), [0, 0, 0, 255]);
    near(await wide.at(9.0001, 48), [255, 255, 255, 255]);
  });

  it('packed by ZSTD', async () => {
    const samples = zstdCompressSync(halves(64, 64));
    const { at } = await cut(
      plain(4326, 8.99968, 48.00032, 0.00001, { samples, tags: [[259, 3, [50_000]]] }),
    );
    near(await at(8.9999, 48), red);
  });

  it('as programs pack it: LZW, JPEG, WebP, PackBits, tiles, differences', async () => {
    const raw = { width: 64, height: 64, channels: 3 } as const;
    for (const options of [
      { compression: 'lzw', predictor: 'horizontal' },
      { compression: 'jpeg', tile: true, tileWidth: 32, tileHeight: 32 },
      { compression: 'webp', tile: true, tileWidth: 32, tileHeight: 32 },
      { compression: 'packbits' },
    ] as const) {
      const tiff = await sharp(halves(64, 64), { raw }).tiff(options).toBuffer();
      const { at } = await cut(withPlace(tiff, placed(4326, 8.99968, 48.00032, 0.00001)));
      near(await at(8.9999, 48), red);
      near(await at(9.0001, 48), blue);
    }
  });
});

const reasonOf = async (bytes: Uint8Array): Promise<string> => {
  const path = await written(bytes);
  let reason = 'taken';
  const took = await processorTime(() =>
    cutRaster(path, `${path}.tiles`, () => undefined).catch((error: unknown) => {
      reason = error instanceof Refusal ? `${error.reason} ${error.details.values?.['what']}` : String(error);
    }),
  );
  expect(took).toBeLessThan(2_000);
  return reason;
};

describe('refused by name is', () => {
  const here = [4326, 8.99968, 48.00032, 0.00001] as const;
  const heights = (tags: TinyTiff['tags']) =>
    plain(...here, {
      bands: 1,
      samples: new Uint8Array(64 * 64 * 2),
      tags: [[258, 3, [16]], [279, 4, [8_192]], ...tags],
    });
  const bare = { width: 64, height: 64, bands: 3, samples: halves(64, 64) };
  it.each<[string, string, () => Uint8Array]>([
    ['nothing', 'layerRaster ', () => new Uint8Array()],
    ['a page', 'layerRaster ', () => Buffer.from('<!doctype html><p>hello</p>')],
    ['a file without a place', 'layerRasterPlace ', () => tinyTiff({ ...bare, tags: [] })],
    [
      'a place without a system',
      'layerRasterPlace GeoKey',
      () => tinyTiff({ ...bare, tags: placed(...here).slice(0, 2) }),
    ],
    ['another system', 'layerProjection EPSG:5514', () => plain(5514, 600_000, 6_000_000, 1)],
    [
      'one that the author made up',
      'layerProjection user-defined',
      () => plain(32767, 600_000, 6_000_000, 1),
    ],
    [
      'JPEG with opacity, which would only fail later',
      'layerPixels JPEG, 4',
      () => plain(...here, { bands: 4, tags: [[259, 3, [7]]] }),
    ],
    ['a place beyond Web Mercator', 'layerRasterPlace 9', () => plain(4326, 9, 86.5, 0.00001)],
    ['a place outside the world', 'layerRasterPlace ', () => plain(4326, 9, 95, 0.00001)],
    ['metres that are called degrees', 'layerRasterPlace ', () => plain(4326, 500_000, 48, 0.00001)],
    [
      'a picture over ±180° of more than half the world',
      'layerRasterPlace 0.0000 – 192.0000: ±180, > 180°',
      () => plain(4326, 0, 20, 3, { height: 16, samples: halves(64, 16), tags: [[279, 4, [3_072]]] }),
    ],
    [
      'a place where the system does not reach',
      'layerRasterPlace ',
      () => plain(32632, 90_000_000, 5_000_000, 1),
    ],
    [
      'a matrix without an area',
      'layerRasterPlace ModelTransformation',
      () => plain(...here, { tags: [[34264, 12, [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]] }),
    ],
    [
      'a header of 10⁹ pixels',
      'layerRasterSize ',
      () =>
        plain(...here, {
          tags: [
            [256, 4, [50_000]],
            [257, 4, [20_000]],
          ],
        }),
    ],
    [
      'a side without end',
      'layerRasterSize ',
      () =>
        plain(...here, {
          tags: [
            [256, 4, [4_000_000_000]],
            [257, 4, [1]],
          ],
        }),
    ],
    [
      'a strip beyond the end',
      'layerRaster block 0',
      () => plain(...here, { tags: [[273, 4, [4_000_000_000]]] }),
    ],
    [
      'fewer strips than needed',
      'layerRaster 1/1 blocks, 64 needed',
      () => plain(...here, { tags: [[278, 4, [1]]] }),
    ],
    [
      'tiles of one pixel',
      'layerRaster 0/0 blocks',
      () =>
        plain(...here, {
          tags: [
            [322, 4, [1]],
            [323, 4, [1]],
          ],
        }),
    ],
    ['a strip that is too short', 'layerRaster block: ', () => plain(...here, { tags: [[279, 4, [100]]] })],
    [
      'a bomb',
      'layerRaster ',
      () => plain(...here, { samples: deflateSync(new Uint8Array(60_000_000)), tags: [[259, 3, [8]]] }),
    ],
    ['more bands than a picture has', 'layerPixels ', () => plain(...here, { tags: [[277, 3, [60]]] })],
    [
      'figures with a point',
      'layerHeights Float32',
      () =>
        heights([
          [339, 3, [3]],
          [258, 3, [32]],
        ]),
    ],
    ['figures with a sign', 'layerHeights Int16', () => heights([[339, 3, [2]]])],
    [
      'figures with a sign in the last band',
      'layerHeights Int8',
      () => plain(...here, { tags: [[339, 3, [1, 1, 2]]] }),
    ],
    [
      'heights by their system',
      'layerHeights UInt16, VerticalCS 5703',
      () =>
        heights([[34735, 3, [1, 1, 0, 4, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326, 4096, 0, 1, 5703]]]),
    ],
    ['heights by what is none', 'layerHeights 16 bit, NoData -9999', () => heights([[42113, 2, '-9999']])],
    ['another packing', 'layerPixels Compression 34887', () => plain(...here, { tags: [[259, 3, [34887]]] })],
    ['colours of print', 'layerPixels Photometric 5', () => plain(...here, { tags: [[262, 3, [5]]] })],
    [
      'tags without end',
      'layerRaster IFD entries',
      () => {
        const bytes = plain(...here);
        bytes.writeUInt16LE(65_535, bytes.readUInt32LE(4));
        return bytes;
      },
    ],
    [
      'pictures in a circle',
      'layerRasterSize IFD',
      () => {
        const bytes = plain(...here);
        const at = bytes.readUInt32LE(4);
        bytes.writeUInt32LE(at, at + 2 + 12 * bytes.readUInt16LE(at));
        return bytes;
      },
    ],
  ])('%s', async (_, reason, make) => {
    expect((await reasonOf(make())).slice(0, reason.length)).toBe(reason);
  });

  it('no picture whose samples say that they have no sign, whatever its NoData', async () => {
    const tags: TinyTiff['tags'] = [
      [339, 3, [1]],
      [42113, 2, '-9999'],
    ];
    expect(await reasonOf(heights(tags))).toBe('taken');
  });

  it('what was cut off, wherever', async () => {
    const whole = plain(...here, { deflate: true });
    for (const share of [0.01, 0.2, 0.5, 0.9, 0.999])
      expect(await reasonOf(whole.subarray(0, Math.floor(whole.length * share)))).toMatch(/^layerRaster/);
  });

  it('whatever was damaged: never a failure of ours', async () => {
    const whole = plain(...here, { deflate: true });
    const directory = whole.readUInt32LE(4);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, value, tags) => {
        const damaged = Buffer.from(whole);
        damaged.writeUInt8(value, tags ? directory + (at % (whole.length - directory)) : at);
        expect(await reasonOf(damaged)).toMatch(
          /^(?:taken|layer(?:Raster(?:Place|Size)?|Pixels|Heights|Projection) )/,
        );
      }),
      { numRuns: 100 },
    );
  });
});

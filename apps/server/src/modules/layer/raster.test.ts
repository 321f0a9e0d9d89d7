import { open } from 'node:fs/promises';
import { zstdCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkRaster } from './raster-file.ts';
import { cutRaster } from './raster-pyramid.ts';
import { projectionOf } from './raster-projection.ts';
import { halves, placed, plain, tinyTiff, withPlace, type TinyTiff } from './raster.fixture.ts';
import { rasterFolder } from './raster-folder.fixture.ts';

const written = rasterFolder();

interface Cut {
  paths: string[];
  /** Colour and opacity of a place on the deepest level. */
  at(lng: number, lat: number): Promise<number[]>;
}

const cut = async (bytes: Uint8Array): Promise<Cut> => {
  const path = await written(bytes);
  const { files } = await cutRaster(path, `${path}.tiles`, () => undefined);
  const { max } = (await checkRaster(path)).placement.zooms;
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
    const { bounds } = (await checkRaster(await written(bytes))).placement;
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

import { deflateSync } from 'node:zlib';
import { processorTime } from '@eyrie/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { cutRaster } from './raster-pyramid.ts';
import { halves, placed, plain, tinyTiff, type TinyTiff } from './raster.fixture.ts';
import { rasterFolder } from './raster-folder.fixture.ts';

const written = rasterFolder();

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
    ['another system', 'layerProjection EPSG:2000', () => plain(2000, 600_000, 6_000_000, 1)],
    ['one that lies metres off', 'layerShift EPSG:5514', () => plain(5514, 600_000, 6_000_000, 1)],
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

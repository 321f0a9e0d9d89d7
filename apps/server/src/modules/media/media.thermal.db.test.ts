import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  mediaCalls,
  resultLimits,
  thermalCalls,
  thermalFiguresOfAll,
  thermalGrid,
  type MediaItem,
} from '@eyrie/domain';
import { buildThermalTiff, withPhotoMarks } from '@eyrie/testing';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createFileJobs, readNextFile } from './media.reading.ts';
import { thermalKeyOf } from './media.thermal.ts';
import { mediaListEndpoints, mediaTimers, thermalDecoder, thermalEndpoints } from './index.ts';

const { binFor } = resultLimits;
const [width, height] = [64, 48];
const pixels = width * height;
const hot = 20 * width + 10;

let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let dockOID: string;
let program: string;
let names = true;
const jobs = createFileJobs();
const never = new AbortController().signal;

/** A program that says its temperatures as `dji_irp` does: the third of its file is what it lays down. */
const says = (words: string): Promise<void> => writeFile(program, `#!/bin/sh\n${words}\n`);

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-thermal-'));
  program = join(dataDir, 'dji_irp');
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
  await says('exit 1');
  await chmod(program, 0o700);
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  names = true;
  await sql`delete from media`.execute(rooms.db);
});

const stored = async (name: string, bytes: Uint8Array, at = rooms.clock.wall()): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const key = `media/${dockOID}/${oid}`;
  await objects.put(key, Buffer.from(bytes));
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, shot_at)
    select ${oid}::uuid, group_root, group_oid, ${dockOID}::uuid, ${key}, ${name}, 'photo', ${bytes.length}, ${new Date(at)}
    from member where account = 'sigma-administrator'`.execute(rooms.db);
  return oid;
};
const readAll = async (): Promise<void> => {
  while (await readNextFile({ runtime: rooms.runtime, objects, dataDir, jobs }, never));
};
const call = async <T>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  who = 'sigma-administrator',
): Promise<T> => {
  const timeZoneOf = async (): Promise<string> => 'Asia/Shanghai';
  const decode = names ? thermalDecoder(program) : undefined;
  const extra = [
    ...mediaListEndpoints(rooms.runtime, { audit: rooms.audit, objects, timeZoneOf }),
    ...thermalEndpoints(rooms.runtime, { objects, dataDir, jobs, decode }),
  ];
  return (await rooms.call(declaration, request, { token: await rooms.tokenOf(who), extra })).data as T;
};
const asked = (oid: string, who?: string) => call<BytesAnswer>(thermalCalls.temperatures, { oid }, who);
const temperatures = async (oid: string) => {
  const { body } = await asked(oid);
  return body instanceof Uint8Array ? thermalGrid(body) : null;
};
const detail = (oid: string) => call<MediaItem>(mediaCalls.detail, { oid });

/** 20 °C, and one pixel of 61.5 °C, in hundredths of a Kelvin. */
const kelvin = (): Uint16Array => new Uint16Array(pixels).fill(29_315).with(hot, 33_465);
const infrared = async (): Promise<Buffer> => {
  const picture = sharp({ create: { width, height, channels: 3, background: '#404040' } });
  return Buffer.from(withPhotoMarks(await picture.jpeg().toBuffer(), { ImageSource: 'InfraredCamera' }));
};
/** Lays so many fractions of 25 °C down: 0x41c80000. */
const laysDown = (fractions: number): Promise<void> =>
  says(`head -c ${fractions} /dev/zero | sed 's/\\x00/\\x00\\x00\\xc8A/g' > "$6"`);

describe('the temperatures of a photo', () => {
  it.each([
    ['16 bits', () => buildThermalTiff(width, height, kelvin()), 'kelvin'],
    [
      'fractions',
      () => buildThermalTiff(width, height, new Float32Array(pixels).fill(20).with(hot, 61.5)),
      'celsius',
    ],
  ] as const)('are those of a TIFF of %s, which has a small picture then', async (_what, build, source) => {
    const oid = await stored('DJI_20251009165320_0001_T.TIFF', build());
    await readAll();
    expect(await detail(oid)).toMatchObject({ reading: 'done', lens: 'ir', width, height });
    expect((await detail(oid)).thumbnailUrl).not.toBeNull();
    const grid = await temperatures(oid);
    expect(grid).toMatchObject({ width, height, source });
    expect(grid?.values[0]).toBeCloseTo(20, 2);
    expect(grid?.values[hot]).toBeCloseTo(61.5, 2);
    // No copy of the photo is left where it was read.
    expect(await readdir(join(dataDir, 'media-work'))).toEqual([]);
  });

  it.each([
    ['°C', '', 'celsius', 25],
    ['Kelvin', '<Item name="UNITTYPE" sample="0" role="unittype">K</Item>', 'named', 298.15],
    ['Celsius', '<Item name="UNITTYPE" sample="0" role="unittype">Celsius</Item>', 'named', 25],
  ])('are those of fractions in %s, which the file names or not', async (_what, item, source, value) => {
    const samples = new Float32Array(pixels).fill(value);
    const gdal = item === '' ? '' : `<GDALMetadata>${item}</GDALMetadata>`;
    const oid = await stored(
      'DJI_20251009165320_0001_T.TIFF',
      buildThermalTiff(width, height, samples, {}, '', gdal),
    );
    await readAll();
    const grid = await temperatures(oid);
    expect(grid).toMatchObject({ source });
    expect(grid?.values[0]).toBeCloseTo(25, 2);
  });

  it('are none of a file that names the unit of something else', async () => {
    const gdal = '<GDALMetadata><Item name="UNITTYPE" sample="0" role="unittype">metre</Item></GDALMetadata>';
    const samples = new Float32Array(pixels).fill(31.5);
    const oid = await stored(
      'DJI_20251009165320_0001_T.TIFF',
      buildThermalTiff(width, height, samples, {}, '', gdal),
    );
    await readAll();
    expect(await reasonOf(asked(oid))).toBe('thermalNone');
  });

  it.each([
    ['raw counts', new Uint16Array(pixels).fill(7_800), {}],
    ['a band with dark places', kelvin().fill(3_200, 0, 200), {}],
    ['three bands', kelvin(), { 277: 3 }],
    ['8 bits', kelvin(), { 258: 8 }],
    ['too many pixels', kelvin(), { 256: 60_000, 257: 60_000, 278: 60_000 }],
    ['a strip beyond its end', kelvin(), { 273: 900_000 }],
    // Heights of a surface model in metres, as a mapping of this place writes them.
    ['a map of heights', new Float32Array(pixels).fill(31.5), { 33550: 1 }],
    ['a map of heights by its keys', new Float32Array(pixels).fill(31.5), { 34735: 1 }],
  ])('are none of a TIFF of %s', async (_what, samples, tags) => {
    const oid = await stored(
      'DJI_20251009165320_0001_T.TIFF',
      buildThermalTiff(width, height, samples, tags),
    );
    await readAll();
    expect(await detail(oid)).toMatchObject({ reading: 'failed', readingFault: 'photoFormat' });
    expect(await reasonOf(asked(oid))).toBe('thermalNone');
  });

  it.each([
    ['near infrared', '<x Camera:BandName="NIR" Camera:CentralWavelength="860"/>', 'thermalNone'],
    ['warmth', '<x Camera:BandName="LWIR" Camera:CentralWavelength="11000"/>', 'done'],
  ])('are those of a band of a multispectral camera only where it is that of %s', async (_what, xmp, why) => {
    const oid = await stored('IMG_0001_4.tif', buildThermalTiff(width, height, kelvin(), {}, xmp));
    await readAll();
    expect(await reasonOf(asked(oid))).toBe(why);
  });

  it('leave out pixels that are defect, which would be the coldest of all', async () => {
    const oid = await stored(
      'DJI_20251009165320_0001_T.TIFF',
      buildThermalTiff(width, height, kelvin().with(5, 0)),
    );
    await readAll();
    const grid = await temperatures(oid);
    expect(grid?.values[5]).toBeNaN();
    expect(grid && thermalFiguresOfAll(grid)?.least).toBeCloseTo(20, 2);
  });

  it('are what the program of the operator reads out of a JPEG, once', async () => {
    const oid = await stored('DJI_20251009165320_0001_T.JPG', await infrared());
    await readAll();
    await laysDown(pixels);
    expect(await temperatures(oid)).toMatchObject({ width, height, source: 'program' });
    await says('exit 1');
    const again = await temperatures(oid);
    expect(new Set(again?.values)).toEqual(new Set([25]));
  });

  it('have half the sides of the picture where the camera draws more than it measures', async () => {
    const oid = await stored('DJI_20251009165320_0001_T.JPG', await infrared());
    await readAll();
    await laysDown(pixels / 4);
    expect(await temperatures(oid)).toMatchObject({ width: width / 2, height: height / 2 });
  });

  it.each([
    ['fails', 'exit 1'],
    ['lays nothing down', 'exit 0'],
    ['lays less down than the picture has', 'head -c 100 /dev/zero > "$6"'],
    ['lays more down', `head -c ${pixels * 8} /dev/zero > "$6"`],
    ['lays what are no temperatures down', `head -c ${pixels * 4} /dev/zero | tr '\\0' '\\177' > "$6"`],
  ])('are none where the program %s', async (_what, words) => {
    const oid = await stored('DJI_20251009165320_0001_T.JPG', await infrared());
    await readAll();
    await says(words);
    expect(await reasonOf(asked(oid))).toBe('thermalBroken');
    expect(await readdir(join(dataDir, 'media-work'))).toEqual([]);
  });

  it('are not known where nobody has named a program, nor of a photo of another lens', async () => {
    const oid = await stored('DJI_20251009165320_0001_T.JPG', await infrared());
    const picture = sharp({ create: { width, height, channels: 3, background: '#404040' } });
    const wide = await stored('DJI_20251009165320_0001_W.JPG', await picture.jpeg().toBuffer());
    await readAll();
    await laysDown(pixels);
    expect(await reasonOf(asked(wide))).toBe('thermalNone');
    names = false;
    expect(await reasonOf(asked(oid))).toBe('thermalProgram');
  });

  it('stay within their organisation, and go with the photo', async () => {
    const oid = await stored('DJI_20251009165320_0001_T.TIFF', buildThermalTiff(width, height, kelvin()));
    await readAll();
    expect(await temperatures(oid)).not.toBeNull();
    expect(await reasonOf(asked(oid, 'tau-administrator'))).toBe('notFound');
    const row = await rooms.db.selectFrom('media').selectAll().executeTakeFirstOrThrow();
    expect(await objects.head(thermalKeyOf(row))).not.toBeNull();
    await call(mediaCalls.remove, { oids: [oid] });
    expect(await reasonOf(asked(oid))).toBe('notFound');
    await sql`update media set deleted_at = deleted_at - make_interval(secs => ${binFor / 1_000 + 1}::float8)`.execute(
      rooms.db,
    );
    const timers = mediaTimers(rooms.runtime, { objects, audit: rooms.audit });
    await timers.find(({ name }) => name === 'media.cleanUp')?.run();
    expect(await objects.head(thermalKeyOf(row))).toBeNull();
  });
});

describe('the photos of one shot', () => {
  const shot = async (oid: string, who?: string): Promise<string[]> =>
    (await call<{ list: MediaItem[] }>(thermalCalls.shot, { oid }, who)).list.map(({ name }) => name);
  const empty = Buffer.alloc(7);
  const first = 1_760_000_000_000;

  it('are those of the other lenses at the same moment', async () => {
    const oid = await stored('DJI_20251009165320_0001_T.JPG', empty, first);
    await stored('DJI_20251009165321_0001_W.JPG', empty, first + 1_000);
    await stored('DJI_20251009165320_0001_Z.JPG', empty, first);
    await stored('DJI_20251009165322_0002_W.JPG', empty, first + 2_000);
    await stored('DJI_20251009171500_0001_W.JPG', empty, first + 1_300_000);
    await stored('other.jpg', empty, first);
    expect(await shot(oid)).toEqual(['DJI_20251009165320_0001_Z.JPG', 'DJI_20251009165321_0001_W.JPG']);
    expect(await reasonOf(shot(oid, 'tau-administrator'))).toBe('notFound');
  });

  it('are none of a photo with a name of its own', async () => {
    const oid = await stored('roof.jpg', empty, first);
    await stored('DJI_20251009165320_0001_W.JPG', empty, first);
    expect(await shot(oid)).toEqual([]);
  });
});

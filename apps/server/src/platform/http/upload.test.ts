import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, uploadCalls } from '@eyrie/domain';
import { refusalOf } from './known-error.ts';
import { Refusal } from './refusal.ts';
import { runWithUpload } from './upload.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-upload-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
const upload = (length: number, file: Readable): FastifyRequest =>
  ({
    headers: { 'content-length': String(length) },
    isMultipart: () => true,
    async *parts() {
      const toBuffer = async (): Promise<Buffer> => Buffer.concat(await file.toArray());
      yield { type: 'file', fieldname: 'file', filename: 'a.kmz', file, toBuffer };
    },
  }) as unknown as FastifyRequest;
const refusalFrom = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('not refused')),
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error as Error)),
  );
const { uploadKmz } = calls.route;

describe('an upload', () => {
  it('is read when there is room for it', async () => {
    const read = await runWithUpload(
      upload(3, Readable.from([Buffer.from('abc')])),
      uploadKmz,
      folder,
      async (_, files) => files.file?.bytes.toString(),
    );
    expect(read).toBe('abc');
  });

  it('that the disk has no room for is refused before it is read, with what is needed', async () => {
    const needed = 1e18;
    const asked = upload(needed, Readable.from([Buffer.from('abc')]));
    const { reason, status, details } = await refusalFrom(
      runWithUpload(asked, uploadKmz, folder, async () => 1),
    );
    expect({ reason, status }).toEqual({ reason: 'noRoom', status: 503 });
    expect(details.data).toMatchObject({ needed });
    expect(details.values?.['needed']).toBe(needed / 1_000_000);
  });

  it('during which the disk fills up is refused for that, on its way in and when it is stored', async () => {
    const torn = new Readable({
      read() {
        this.destroy(full);
      },
    });
    const onItsWay = refusalFrom(runWithUpload(upload(3, torn), uploadKmz, folder, async () => 1));
    expect((await onItsWay).reason).toBe('noRoom');
    const asked = upload(3, Readable.from([Buffer.from('abc')]));
    const stored = refusalFrom(runWithUpload(asked, uploadKmz, folder, () => Promise.reject(full)));
    expect((await stored).details.data).toMatchObject({ needed: 3 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('of a piece is kept in memory while few are, and lies on the disk beyond that', async () => {
    const ended = Promise.withResolvers<void>();
    const kinds: string[] = [];
    const piece = (text: string) =>
      runWithUpload(
        upload(3, Readable.from([Buffer.from(text)])),
        uploadCalls.chunk,
        folder,
        async (_, { held, spooled }) => {
          const bytes = held ? Buffer.concat(held.chunks) : await readFile(spooled?.path ?? '');
          kinds.push(`${held ? 'memory' : 'disk'} ${bytes.toString()}`);
          await ended.promise;
        },
      );
    const under = Array.from({ length: 9 }, (_, at) => piece(`p${at}`));
    await expect.poll(() => kinds.length).toBe(9);
    expect(kinds.filter((one) => one.startsWith('disk'))).toEqual(['disk p8']);
    ended.resolve();
    await Promise.all(under);
    // A seat is given back whatever came of it.
    await piece('again');
    expect(kinds.at(-1)).toBe('memory again');
  });

  it('keeps its other errors', async () => {
    const asked = upload(3, Readable.from([Buffer.from('abc')]));
    await expect(
      runWithUpload(asked, uploadKmz, folder, () => Promise.reject(new Error('ours'))),
    ).rejects.toThrow('ours');
  });
});

it('a table that cannot grow is no room, a database that is away is not', () => {
  expect(refusalOf(Object.assign(new Error('could not extend file'), { code: '53100' }))?.reason).toBe(
    'noRoom',
  );
  expect(refusalOf(Object.assign(new Error('shutting down'), { code: '57P01' }))?.reason).toBe(
    'databaseDown',
  );
});

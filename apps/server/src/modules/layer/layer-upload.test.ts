import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import type { LayerThreads } from './layer-threads.ts';
import { packUpload, type UploadRequest } from './layer-upload.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-layer-upload-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const asked: string[] = [];
const threads = {
  zips: {
    parse: (_bytes: Uint8Array, about: string) => {
      asked.push(about);
      return Promise.resolve({ ok: false, reason: 'fileFormat', values: {} });
    },
  },
} as unknown as LayerThreads;

const packed = async (source: UploadRequest['source'], size: number): Promise<string> => {
  const path = join(folder, source);
  await writeFile(path, '');
  // It takes no room on the disk.
  await truncate(path, size);
  return reasonOf(packUpload({ name: 'file.zip', path, size }, { source }, threads));
};

it('a model may come unpacked, tiles of pictures may not, and neither may come larger', async () => {
  const { tilesetBytes, uploadBytes } = limits.layer;
  expect(await packed('tileset', tilesetBytes)).toBe('fileFormat');
  expect(asked).toHaveLength(1);
  expect(await packed('tileset', tilesetBytes + 1)).toBe('tooLarge');
  expect(await packed('tiles', uploadBytes + 1)).toBe('tooLarge');
  expect(asked).toHaveLength(1);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A folder for the tests of a file, gone after them. @returns writes a raster there and gives its path */
export const rasterFolder = (): ((bytes: Uint8Array) => Promise<string>) => {
  let folder = '';
  let sent = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eyrie-raster-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return async (bytes) => {
    const path = join(folder, `${(sent += 1)}.tif`);
    await writeFile(path, bytes);
    return path;
  };
};

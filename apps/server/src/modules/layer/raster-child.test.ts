import { expect, it } from 'vitest';
import { cutInProcess } from './raster-child.ts';
import { rasterFolder } from './raster-folder.fixture.ts';
import { halves, placed, tinyTiff } from './raster.fixture.ts';

const written = rasterFolder();
const small = (): Uint8Array =>
  tinyTiff({ width: 64, height: 64, bands: 3, samples: halves(64, 64), tags: placed(4326, 9, 48, 0.001) });
const cutting = (path: string, signal = new AbortController().signal) =>
  cutInProcess({ kind: 'raster', path, packPath: `${path}.tiles`, signal, onShare: () => undefined });

it('cuts a raster', async () => {
  const { files, size } = await cutting(await written(small()));
  expect(files.length).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(0);
});

it('says why a file is refused', async () => {
  const refused = cutting(await written(small().subarray(0, 100)));
  await expect(refused).rejects.toMatchObject({ reason: expect.stringMatching(/^layer/) });
});

it('ends with its signal, and begins nothing after it', async () => {
  const path = await written(small());
  const ended = new AbortController();
  const running = cutting(path, ended.signal);
  ended.abort(new Error('the layer was deleted'));
  await expect(running).rejects.toThrow('the layer was deleted');
  await expect(cutting(path, ended.signal)).rejects.toThrow('the layer was deleted');
});

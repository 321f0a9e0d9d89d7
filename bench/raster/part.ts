import { readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { cutRaster } from '../../apps/server/src/modules/layer/raster-pyramid.ts';
import { placed, withPlace } from '../../apps/server/src/modules/layer/raster.fixture.ts';
import { makePixels } from '../pixels.ts';
import { answerQuestions } from '../process.ts';

export interface Question {
  what: 'make' | 'ours' | 'peer';
  path: string;
  width: number;
  height: number;
}

/** An orthophoto as programs write it: tiled, deflated, in UTM, 5 cm for a pixel. */
async function make({ path, width, height }: Question): Promise<void> {
  const options = { raw: { width, height, channels: 3 }, limitInputPixels: false } as const;
  const tile = { tile: true, tileWidth: 512, tileHeight: 512 } as const;
  await sharp(makePixels(width, height), options)
    .tiff({ compression: 'deflate', predictor: 'horizontal', ...tile })
    .toFile(path);
  await writeFile(path, withPlace(await readFile(path), placed(32632, 500_000, 5_316_000, 0.05)));
}

async function ours({ path }: Question): Promise<void> {
  await cutRaster(path, `${path}.ours`, () => undefined);
}

/** The pyramid that libvips makes of the same file: nothing is projected, the tiles are encoded alike. */
async function peer({ path }: Question): Promise<void> {
  const folder = `${path}.peer`;
  await sharp(path, { limitInputPixels: false })
    .webp({ quality: 80, effort: 1 })
    .tile({ size: 256, layout: 'google' })
    .toFile(folder);
  await rm(folder, { recursive: true });
}

const parts = { make, ours, peer };
answerQuestions(async (question: Question) => {
  const [from, before] = [performance.now(), process.cpuUsage()];
  await parts[question.what](question);
  const { maxRSS } = process.resourceUsage();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - from, worked: (user + system) / 1_000, memory: maxRSS * 1_024 };
});

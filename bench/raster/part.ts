import { readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { cutRaster } from '../../apps/server/src/modules/layer/raster-pyramid.ts';
import { placed, withPlace } from '../../apps/server/src/modules/layer/raster.fixture.ts';
import { answerQuestions } from '../process.ts';

export interface Question {
  what: 'make' | 'ours' | 'peer';
  path: string;
  width: number;
  height: number;
}

/** Fields, furrows and grain: neither smooth nor noise. */
const makePixels = (width: number, height: number): Buffer => {
  const pixels = Buffer.alloc(width * height * 3);
  const waves = Float64Array.from({ length: width }, (_, x) => 50 * Math.sin(x / 37) + 20 * Math.sin(x / 5));
  for (let y = 0; y < height; y += 1) {
    const row = 120 + 40 * Math.cos(y / 61);
    for (let x = 0; x < width; x += 1) {
      const light = row + (waves[x] ?? 0) + (((x * 7_919) ^ (y * 104_729)) & 15);
      const at = (y * width + x) * 3;
      pixels[at] = Math.max(0, Math.min(255, light));
      pixels[at + 1] = Math.max(0, Math.min(255, light * 0.9 + 20));
      pixels[at + 2] = Math.max(0, Math.min(255, light * 0.6));
    }
  }
  return pixels;
};

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

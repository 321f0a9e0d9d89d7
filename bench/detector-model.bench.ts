import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelFamilies, modelManifest } from '@eyrie/domain';
import { buildHotModel } from '@eyrie/testing';
import { InferenceSession, Tensor, env } from 'onnxruntime-web/wasm';
import sharp from 'sharp';
import { createModelJobs } from '../apps/server/src/modules/detector-model/model-jobs.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

/** Cells of 8 pixels: the common 640 × 640 pixels of a model. */
const cells = 80;
const side = cells * 8;
/** About a quarter of the work of the smallest model of today: overhead shows more than beside a real one. */
const layers = 20;
const photos = 5;
const turns = 3;
/** Of a photo of today's aircraft. */
const [width, height] = [4_000, 3_000];
const most = 1.15;

/** The loop that anybody would write: the photo made small, its bytes as numbers, and the model. */
async function bareLook(session: InferenceSession, path: string): Promise<void> {
  const bytes = await sharp(path).resize(side, side, { fit: 'fill' }).raw().toBuffer();
  const pixels = side * side;
  const numbers = new Float32Array(3 * pixels);
  for (let at = 0; at < pixels; at += 1)
    for (let channel = 0; channel < 3; channel += 1)
      numbers[channel * pixels + at] = (bytes[at * 3 + channel] ?? 0) / 255;
  await session.run({ images: new Tensor('float32', numbers, [1, 3, side, side]) });
}

/** Photos that are as hard to read as those of a camera, each with a red place. */
const writePhotos = (folder: string): Promise<string[]> =>
  Promise.all(
    Array.from({ length: photos }, async (_, at) => {
      const path = join(folder, `photo ${at}`);
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
      const red = { create: { width: 400, height: 300, channels: 3 as const, background: '#ff0000' } };
      await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
        .composite([{ input: red, left: 200 * (at + 1), top: 600 }])
        .jpeg({ quality: 85 })
        .toFile(path);
      return path;
    }),
  );

/** The built-in detector beside the bare loop of its runtime, photo by photo in turn, by families of models. */
export const measure: Measure = async () => {
  env.wasm.numThreads = 1;
  const folder = await mkdtemp(join(tmpdir(), 'eyrie-bench-model-'));
  const jobs = createModelJobs();
  const signal = new AbortController().signal;
  try {
    const paths = await writePhotos(folder);
    const rows: BenchRow[] = [];
    for (const family of modelFamilies) {
      const bytes = buildHotModel({ family, across: cells, down: cells, layers });
      const modelPath = join(folder, family);
      await writeFile(modelPath, bytes);
      const modelHash = createHash('sha256').update(bytes).digest('hex');
      const manifest = modelManifest.parse({
        name: family,
        version: '1',
        family,
        input: { width: side, height: side, fit: 'stretch' },
        classes: [{ name: 'hot', aiType: 'hotSpot' }],
        threshold: 0.6,
      });
      const look = (photoPath: string) => jobs.run({ modelPath, modelHash, manifest, photoPath }, signal);
      const session = await InferenceSession.create(bytes, { executionProviders: ['wasm'] });
      const [first = ''] = paths;
      const { fault, detail, boxes } = await look(first);
      if (fault !== null || boxes.length === 0)
        throw new Error(`${family}: ${fault} ${detail}, found nothing`);
      await bareLook(session, first);
      const ours: number[] = [];
      const bare: number[] = [];
      for (let turn = 0; turn < turns; turn += 1)
        for (const path of paths) {
          ours.push(await timed(() => look(path)));
          bare.push(await timed(() => bareLook(session, path)));
        }
      await session.release();
      const ratio = median(ours) / median(bare);
      rows.push({
        row: `built-in detector, a model of the family ${family} of ${side} × ${side}, a photo of ${width} × ${height}`,
        ours: `${median(ours).toFixed(0)} ms`,
        peer: `${median(bare).toFixed(0)} ms, bare loop of the same runtime`,
        ratio,
        reach: `≤ ${most}×`,
        pass: ratio <= most,
      });
    }
    return rows;
  } finally {
    await jobs.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultLimits } from '@eyrie/domain';
import { createFileJobs } from '../apps/server/src/modules/media/media.reading.ts';
import { forkBehind } from '../apps/server/src/platform/child/index.ts';
import { startPart } from './process.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';
import { photoAt } from './thumbnails/names.ts';
import type { Question } from './thumbnails/part.ts';

const settings = { photos: 24, width: 4_000, height: 3_000, turns: 3 } as const;
const { photos, width, height, turns } = settings;
const least = 0.8;

/** A part of its own, with the priority that the reader of photos has. */
async function part(question: Question): Promise<number> {
  const started = await startPart(new URL('./thumbnails/part.ts', import.meta.url), forkBehind([]));
  try {
    return (await started.ask(question)) as number;
  } finally {
    await started.end();
  }
}

/** As the product reads the photos of a flight: what they say, their header, then the small picture. */
async function ours(folder: string): Promise<number> {
  const jobs = createFileJobs();
  const thumbnailPath = join(folder, 'ours.jpg');
  const read = async (at: number): Promise<void> => {
    const path = photoAt(folder, at);
    const { photo } = await jobs.run({ kind: 'photo', path, name: `DJI_${at}.JPG`, thumbnailPath });
    if (!photo || photo.fault !== null || photo.size?.width !== width)
      throw new Error(`photo ${at} was not read: ${photo?.fault}`);
  };
  try {
    // The process starts with its first photo, and stays as long as there are some.
    await read(photos);
    return await timed(async () => {
      for (let at = 0; at < photos; at += 1) await read(at);
    });
  } finally {
    await jobs.stop();
  }
}

const rateOf = (times: readonly number[]): number => (photos * 1_000) / median(times);

/** The work on a photo that comes in, against the library that does most of it. */
export const measure: Measure = async (): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  try {
    // One more, for both sides to begin with.
    await part({ what: 'make', folder, photos: photos + 1, width, height });
    const times = { ours: [] as number[], peer: [] as number[] };
    const { thumbnailSide: side, thumbnailQuality: quality } = resultLimits;
    for (let turn = 0; turn < turns; turn += 1) {
      times.ours.push(await ours(folder));
      times.peer.push(await part({ what: 'bare', folder, photos, side, quality }));
    }
    const [rate, bare] = [rateOf(times.ours), rateOf(times.peer)];
    return [
      {
        row: `media: photos of ${(width * height) / 1e6} megapixels read and made small, against sharp's own rate`,
        ours: `${rate.toFixed(1)} /s`,
        peer: `${bare.toFixed(1)} /s`,
        ratio: rate / bare,
        reach: `≥ ${least}×`,
        pass: rate / bare >= least,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

import { open, readFile, rm, writeFile } from 'node:fs/promises';
import createLazPerf from 'laz-perf/lib/node/laz-perf.js';
import { convertCloud } from '../../apps/server/src/modules/layer/cloud/cloud-convert.ts';
import type { MadePoint } from '../../apps/server/src/modules/layer/cloud/las.fixture.ts';
import { readHeader } from '../../apps/server/src/modules/layer/cloud/las-file.ts';
import { readPoints } from '../../apps/server/src/modules/layer/cloud/las-points.ts';
import { lazFile } from '../../apps/server/src/modules/layer/cloud/laz.fixture.ts';
import { answerQuestions } from '../process.ts';
import type { Cost, Question } from './cost.ts';

declare module 'laz-perf/lib/node/laz-perf.js' {
  /** The reader of whole files, which the product does not use. */
  interface LazPerf {
    LASZip: new () => {
      open(at: number, length: number): void;
      getCount(): number;
      getPointLength(): number;
      getPoint(at: number): void;
      delete(): void;
    };
  }
}

/** Points that programs pack together. */
const chunk = 50_000;
const west = 500_000;
const south = 5_316_300;

/** A quarry as a scanner leaves it: lines 10 cm apart, each point a little beside its place, three terraces. */
const groundOf = (across: number): MadePoint[] => {
  let seed = 1;
  const grain = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  };
  return Array.from({ length: across * across }, (_, at): MadePoint => {
    const [column, row] = [at % across, Math.floor(at / across)];
    const terrace = 8 * Math.floor((3 * row) / across);
    return {
      x: west + column / 10 + grain() * 0.06,
      y: south + row / 10 + grain() * 0.06,
      z: 200 + terrace + 2 * Math.sin(column / 90) + grain() * 0.04,
      colour: [40_000, 38_000, 30_000],
    };
  });
};

async function make({ path, across }: Question): Promise<void> {
  await writeFile(path, lazFile({ points: groundOf(across), chunk }));
}

async function ours({ path }: Question): Promise<void> {
  await convertCloud(path, `${path}.pack`, '', () => undefined);
  for (const end of ['pack', 'pack.points', 'pack.sorted']) await rm(`${path}.${end}`, { force: true });
}

/** The height of a point, in steps of the file. */
const heightAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at + 8] as number) |
  ((bytes[at + 9] as number) << 8) |
  ((bytes[at + 10] as number) << 16) |
  ((bytes[at + 11] as number) << 24);

/** Every point of the file unpacked as the conversion unpacks it, chunk by chunk, nothing kept. */
async function unpack({ path, across }: Question): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const header = await readHeader(file, size);
    let [count, highest] = [0, -Infinity];
    await readPoints(file, header, size, async (records, points) => {
      for (let at = 0; at < records.length; at += header.recordLength)
        highest = Math.max(highest, heightAt(records, at));
      count += points;
    });
    if (count !== across * across || !(highest > 0)) throw new Error(`${count} points, ${highest}`);
  } finally {
    await file.close();
  }
}

/** Every point of the file unpacked by the library and looked at, nothing kept. */
async function bare({ path, across }: Question): Promise<void> {
  const [laz, bytes] = [await createLazPerf(), await readFile(path)];
  const data = laz._malloc(bytes.length);
  laz.HEAPU8.set(bytes, data);
  const file = new laz.LASZip();
  file.open(data, bytes.length);
  const [count, length] = [file.getCount(), file.getPointLength()];
  const one = laz._malloc(length);
  let highest = -Infinity;
  for (let index = 0; index < count; index += 1) {
    file.getPoint(one);
    // Memory of the library may have grown meanwhile: its bytes are looked up anew.
    const heap = laz.HEAPU8;
    highest = Math.max(highest, heightAt(heap, one));
  }
  file.delete();
  if (count !== across * across || !(highest > 0)) throw new Error(`${count} points, ${highest}`);
}

const parts = { make, ours, unpack, bare };
answerQuestions(async (question: Question): Promise<Cost> => {
  const [from, before] = [performance.now(), process.cpuUsage()];
  await parts[question.what](question);
  const { user, system } = process.cpuUsage(before);
  const memory = process.resourceUsage().maxRSS * 1_024;
  return { ms: performance.now() - from, worked: (user + system) / 1_000, memory };
});

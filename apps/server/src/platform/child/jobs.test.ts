import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobs, type Jobs } from './index.ts';

let folder: string;
let jobs: Jobs<string, unknown>;
let unhurried: Jobs<string, unknown>;

const script = `
import { pbkdf2 } from 'node:crypto';
import { serveJobs } from '${new URL('./serve-jobs.ts', import.meta.url).href}';
const held = [];
serveJobs(async (order) => {
  if (order === 'throw') throw new Error('not this one');
  if (order === 'die') process.exit(3);
  if (order === 'hang') for (;;);
  if (order === 'work') await new Promise((resolve) => pbkdf2('', '', 2e7, 64, 'sha512', resolve));
  if (order === 'hold') {
    for (let mb = 0; mb < 200; mb += 1) held.push(Buffer.alloc(1_048_576, 1));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  return { order, pid: process.pid };
});
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'eyrie-jobs-'));
  const path = join(folder, 'jobs-process.mjs');
  writeFileSync(path, script);
  const bounds = {
    name: 'jobs',
    script: pathToFileURL(path),
    time: 500,
    heap: 64,
    memory: 160,
    idle: 60_000,
  };
  jobs = createJobs(bounds);
  // On a busy machine half a second of a processor may take long.
  unhurried = createJobs({ ...bounds, wallTimes: 100 });
});
afterAll(async () => {
  await Promise.all([jobs.stop(), unhurried.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

it('are done one after the other in one process', async () => {
  const done = await Promise.all(['one', 'two'].map((order) => jobs.run(order)));
  expect(done).toEqual([
    { order: 'one', pid: expect.any(Number) as number },
    { order: 'two', pid: (done[0] as { pid: number }).pid },
  ]);
  expect((done[0] as { pid: number }).pid).not.toBe(process.pid);
});

it.each([
  ['work', 'time'],
  ['hang', 'starved'],
  ['hold', 'memory'],
  ['die', 'died'],
])('one that is to %s ends by itself (%s), and the next one is done', async (order, why) => {
  const used = why === 'starved' ? jobs : unhurried;
  const next = used.run('next');
  await expect(used.run(order)).rejects.toMatchObject({ name: 'JobFailed', why });
  await expect(Promise.all([next, used.run('after')])).resolves.toMatchObject([
    { order: 'next' },
    { order: 'after' },
  ]);
});

it('one that throws says why, and one that nobody wants any more is ended', async () => {
  await expect(jobs.run('throw')).rejects.toThrow('not this one');
  const control = new AbortController();
  const hanging = jobs.run('hang', control.signal);
  control.abort(new Error('stopped'));
  await expect(hanging).rejects.toThrow('stopped');
  await expect(jobs.run('after')).resolves.toMatchObject({ order: 'after' });
});

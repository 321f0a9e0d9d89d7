import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { instanceName } from './instance-name.ts';
import { birthOf } from './process-life.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'eyrie-instance-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('a server keeps its name over restarts, also over a kill', async () => {
  const first = await instanceName(dir);
  expect(first).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  const path = join(dir, 'instance.json');
  const kept = JSON.parse(await readFile(path, 'utf8')) as object;
  // Its number was given to another process since.
  await writeFile(path, JSON.stringify({ ...kept, pid: process.ppid, birth: '1' }));
  expect(await instanceName(dir)).toBe(first);
  await writeFile(path, 'torn');
  expect(await instanceName(dir)).not.toBe('');
});

test('a second server on the same directory has a name of its own', async () => {
  const first = await instanceName(dir);
  const other = spawn('sleep', ['30']);
  await once(other, 'spawn');
  await writeFile(
    join(dir, 'instance.json'),
    JSON.stringify({ name: first, pid: other.pid, birth: birthOf(other.pid ?? 0) }),
  );
  expect(await instanceName(dir)).toBe(`${first}-${process.pid}`);
  const gone = once(other, 'exit');
  other.kill();
  await gone;
  expect(await instanceName(dir)).toBe(first);
});

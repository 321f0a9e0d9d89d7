import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forkBehind } from './behind.ts';

/** Says the priority of every thread, of itself and of a library's pool, and its flags. */
const script = `
import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
await stat('/');
const threads = readdirSync('/proc/self/task').map(Number);
process.send({ threads: threads.map((one) => getPriority(one)), flags: process.execArgv });
`;

it.runIf(process.platform === 'linux')(
  'a child runs behind with every thread, and keeps its flags',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'eyrie-behind-'));
    try {
      const path = join(folder, 'child.mjs');
      writeFileSync(path, script);
      const child = fork(path, [], forkBehind(['--max-old-space-size=64']));
      const [said] = (await once(child, 'message')) as [{ threads: number[]; flags: string[] }];
      expect(said.threads.length).toBeGreaterThan(1);
      expect(new Set(said.threads)).toEqual(new Set([10]));
      expect(said.flags).toEqual(['--max-old-space-size=64']);
      child.kill();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addOwner, liveOwners, removeOwner } from './owners.ts';

const dir = mkdtempSync(join(tmpdir(), 'eyrie-owners-'));
afterAll(() => rmSync(dir, { recursive: true }));

describe('the processes that use a database', () => {
  it('are those that live, under the number with which they were born', () => {
    addOwner(dir, process.pid);
    writeFileSync(join(dir, String(process.ppid)), 'another birth');
    expect(liveOwners(dir)).toEqual([process.pid]);
    removeOwner(dir, process.pid);
    expect(liveOwners(dir)).toEqual([]);
  });

  it('are never taken for dead while another process records one of them anew', async () => {
    const source = JSON.stringify(new URL('./owners.ts', import.meta.url).href);
    const writes = `import { addOwner } from ${source};
      for (let turn = 0; turn < 500; turn += 1) addOwner(${JSON.stringify(dir)}, ${process.pid});`;
    addOwner(dir, process.pid);
    const child = spawn(process.execPath, ['--input-type=module', '-e', writes], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    let looks = 0;
    while (child.exitCode === null && child.signalCode === null) {
      expect(liveOwners(dir)).toEqual([process.pid]);
      looks += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await ended)[0]).toBe(0);
    expect(looks).toBeGreaterThan(10);
  });
});

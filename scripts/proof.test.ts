import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';

const proofs = new URL('../prove/proof.ts', import.meta.url).href;
const folders: string[] = [];
const started: ChildProcess[] = [];

/** Runs a proof whose work is given. @returns its process and what it said */
const prove = (work: string, longest = ''): { child: ChildProcess; lines: string[] } => {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-proof-test-'));
  folders.push(folder);
  const file = join(folder, 'one.prove.ts');
  writeFileSync(
    file,
    `import { runProof } from '${proofs}';
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
await runProof(async (proof) => {
${work}
}${longest});
`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => lines.push(line));
  return { child, lines };
};

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a proof', () => {
  it('ends with 0 when its promises held, and ends what it started, last first', async () => {
    const { child, lines } = prove(`
      proof.onEnd(() => console.log('first'));
      proof.onEnd(() => console.log('second'));
      proof.promise(true, 'one', '1');`);
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(lines).toEqual(['held    one: 1', 'second', 'first', '1 held, 0 broken']);
  });

  it('that is asked to end does so, though its work waits on and starts something yet', async () => {
    const { child, lines } = prove(`
      proof.onEnd(async () => {
        await wait(500);
        console.log('stopped');
      });
      proof.promise(true, 'one', '1');
      process.on('SIGTERM', () =>
        setTimeout(() => {
          proof.promise(false, 'late', '');
          proof.onEnd(() => console.log('stopped late'));
        }, 100),
      );
      await wait(600_000);`);
    await expect.poll(() => lines, { timeout: 20_000 }).toContain('held    one: 1');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(lines).toEqual(
      expect.arrayContaining(['stopped late', 'stopped', '1 held, 1 broken', 'held    one: 1']),
    );
    expect(lines.join()).toContain('asked to end by SIGTERM');
    expect(lines.join()).not.toContain('late: ');
  });

  it('that takes longer than it may is broken', async () => {
    const { child, lines } = prove(`proof.promise(true, 'one', '1'); await wait(600_000);`, ', 300');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(lines.join()).toContain('not done within');
  });
});

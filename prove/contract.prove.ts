/**
 * The contract tests that draw what they try, with many more draws than `npm test` has time for: department trees of
 * 300 organisations against a plain model, and random requests to every call. `npm run prove -- contract`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runProof } from './proof.ts';

const root = join(import.meta.dirname, '..');
const folder = 'apps/server/src/testing/contract';
const longest = 8 * 60_000;

const proofs = [
  { file: 'department-trees.db.test.ts', more: { EYRIE_TREES: '300' }, what: '300 random department trees' },
  {
    file: 'fuzz.db.test.ts',
    more: { EYRIE_FUZZ_RUNS: '60', EYRIE_FUZZ_ODDITIES: 'all' },
    what: '60 random requests and every oddity a call',
  },
  {
    file: 'isolation.db.test.ts',
    more: { EYRIE_CONTRACT_ONE_IN: '1' },
    what: 'every call asked for the ids of all kinds of thing',
  },
  {
    file: 'rights.db.test.ts',
    more: { EYRIE_CONTRACT_ONE_IN: '1' },
    what: 'every call asked by every kind of person',
  },
  {
    file: 'audit.db.test.ts',
    more: { EYRIE_CONTRACT_ONE_IN: '1' },
    what: 'every change leaves its row for the ids of all kinds of thing',
  },
] as const;

const run = (file: string, more: Record<string, string>, onChild: (stop: () => void) => void) =>
  new Promise<number>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', join(folder, file)],
      {
        cwd: root,
        env: { ...process.env, ...more },
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: longest,
      },
    );
    onChild(() => child.kill());
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

await runProof(async ({ promise, onEnd }) => {
  for (const { file, more, what } of proofs) {
    const from = performance.now();
    const code = await run(file, more, onEnd);
    promise(code === 0, what, `exit ${code} after ${Math.round((performance.now() - from) / 1000)} s`);
  }
});

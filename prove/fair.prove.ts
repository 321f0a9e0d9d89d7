/**
 * The story of a fair in all languages: a fault of the simulator's land is flown over, found by a model of the
 * organisation, reviewed, ordered, worked off on a phone, repaired, flown again, compared, closed and reported. About
 * three minutes a language.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runProof } from './proof.ts';

const root = join(import.meta.dirname, '..');
const story = 'e2e/work-order/fair.long.spec.ts';

await runProof(async ({ promise, onEnd }) => {
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=dot', story],
      {
        cwd: root,
        env: { ...process.env, EYRIE_STORY_LANGUAGES: 'all', EYRIE_STORY_LONG: '1' },
        // What failed stands there.
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    onEnd(() => child.kill());
    child.once('error', reject);
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
  promise(
    code === 0,
    'a fault is found, repaired, flown again and reported, in every language',
    `exit ${code}`,
  );
});

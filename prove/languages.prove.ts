/**
 * The long stories whose words, people or pages alone differ, in each language, with all roles, on all pages: `npm test` runs
 * them in one language and with few people, and those called long not at all. About half an hour.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runProof } from './proof.ts';

const root = join(import.meta.dirname, '..');
const stories = [
  'e2e/connection/wizard.spec.ts',
  'e2e/maintenance-programme/blocks-flight.spec.ts',
  'e2e/remote-controller/monitor.spec.ts',
  'e2e/shell/languages.spec.ts',
  'e2e/route/planner-field.spec.ts',
  'e2e/permission/buttons.spec.ts',
  'e2e/shell/accessible.spec.ts',
  'e2e/shell/away.spec.ts',
  'e2e/device/battery-swap.spec.ts',
  'e2e/flight/series-in-order.long.spec.ts',
  'e2e/flight/patrol-week.long.spec.ts',
];

await runProof(async ({ promise, onEnd }) => {
  for (const story of stories) {
    const code = await new Promise<number>((resolve, reject) => {
      const child = spawn(
        process.execPath,
        [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=dot', story],
        {
          cwd: root,
          env: {
            ...process.env,
            EYRIE_STORY_LANGUAGES: 'all',
            EYRIE_STORY_PEOPLE: 'all',
            EYRIE_STORY_PAGES: 'all',
            EYRIE_STORY_LONG: '1',
          },
          // What failed stands there.
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      );
      onEnd(() => child.kill());
      child.once('error', reject);
      child.once('exit', (exit) => resolve(exit ?? 1));
    });
    promise(code === 0, `${story} in every language, with everybody`, `exit ${code}`);
  }
});

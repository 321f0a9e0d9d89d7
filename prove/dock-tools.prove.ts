/**
 * Every order of remote debugging in every state in which the simulator can bring a dock, of each generation: the page's
 * verdict, the server's and what the dock does agree. `npm test` tries a part of the table.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { toolModels, toolStates } from '../e2e/dock-debug/tool-table.ts';
import { runProof } from './proof.ts';

const root = join(import.meta.dirname, '..');
const story = 'e2e/dock-debug/tool-table.spec.ts';
const expected = toolModels.length * Object.keys(toolStates).length;
/** What the story prints for each round. */
const round = /^(\d-\d-\d .+): (\d+) of (\d+) cells agree$/gm;

await runProof(async ({ promise, onEnd }) => {
  let printed = '';
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list', story],
      {
        cwd: root,
        env: { ...process.env, EYRIE_STORY_TABLE: 'whole' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
    onEnd(() => child.kill());
    child.once('error', reject);
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
  if (code !== 0) console.log(printed);
  const rounds = [...printed.matchAll(round)];
  for (const [, name = '', tried, all] of rounds)
    promise(tried === all, `page, server and dock agree, ${name}`, `${tried} of ${all} cells`);
  promise(code === 0 && rounds.length === expected, 'every generation in every state', `exit ${code}`);
});

/**
 * Properties over cases that nobody has tried: `npm test` tries the same ones on every machine, this tries new ones in several
 * rounds, with more of them where a property does not say how many. A seed that breaks one is printed; the same round again:
 * EYRIE_PROPERTY_SEED. EYRIE_PROVE_ROUNDS says how many rounds. About six minutes.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProof } from './proof.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.env['EYRIE_PROVE_ROUNDS'] ?? 3);
const given = process.env['EYRIE_PROPERTY_SEED'];
/** Cases of a property that does not say how many; usually it is a hundred. */
const runs = 400;

/** Tests with properties that need no database: theirs are few, and start a machine each. */
const files = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /(?<!\.db|\.mqtt)\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
    .filter((name) => readFileSync(join(root, name), 'utf8').includes('fc.assert(')),
);

const round = (seed: number): Promise<number> =>
  new Promise((resolve) => {
    const env = { ...process.env, EYRIE_PROPERTY_SEED: String(seed), EYRIE_PROPERTY_RUNS: String(runs) };
    const program = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [program, 'run', '--silent', '--reporter=dot', ...files];
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });

await runProof(async (proof) => {
  for (let number = 1; number <= (given === undefined ? rounds : 1); number += 1) {
    const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
    const code = await round(seed);
    proof.promise(code === 0, `round ${number}: properties of ${files.length} files hold`, `seed ${seed}`);
  }
});

/**
 * Whether the tests near the code that guards flight notice when a guard is weakened: `npm run prove -- mutation`.
 * Words of EYRIE_MUTATION_AREAS, separated by commas, choose areas; EYRIE_MUTATION_MOST is how many mutants of an area
 * are tried (0: all), spread evenly.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCopy } from './mutation/copy.ts';
import type { Mutant } from './mutation/mutants.ts';
import type { Trial, TrialOutcome } from './mutation/part-runner.ts';
import { areas, type Area } from './mutation/scope.ts';
import { runProof } from './proof.ts';

const root = join(import.meta.dirname, '..');
const chosen = (process.env['EYRIE_MUTATION_AREAS'] ?? '').split(',').filter(Boolean);
const most = Number(process.env['EYRIE_MUTATION_MOST'] ?? 120);
/** Of all tried mutants that change what the code does. */
const reach = 0.9;
/** Of one test, in ms: what hangs because of a mutant is noticed too. */
const timeout = 40_000;

interface Accepted {
  file: string;
  change: string;
  reason: string;
}
/** Mutants that no test can or need notice, each with its reason. */
const accepted = JSON.parse(readFileSync(join(root, 'prove/mutation/survivors.json'), 'utf8')) as Accepted[];

const spread = <T>(list: T[]): T[] =>
  most === 0 || list.length <= most
    ? list
    : Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]).filter(
        (one) => one !== undefined,
      );

interface Runner {
  child: ChildProcess;
  run(trial: Trial): Promise<TrialOutcome>;
}

async function startRunner(copy: string, folder: string): Promise<Runner> {
  const child = fork(join(copy, 'prove/mutation/part-runner.ts'), [copy, folder, String(timeout)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    child,
    async run(trial) {
      const answer = once(child, 'message');
      child.send(trial);
      return (await answer)[0] as TrialOutcome;
    },
  };
}

/** Gives the work to whichever runner is free. */
async function shareWork<T, R>(
  runners: Runner[],
  list: T[],
  work: (runner: Runner, one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = [...list.entries()];
  await Promise.all(
    runners.map(async (runner) => {
      for (let next = queue.shift(); next; next = queue.shift())
        results[next[0]] = await work(runner, next[1]);
    }),
  );
  return results;
}

/** Runs every test of an area once unchanged: how long each takes, and which mutants it passes. */
async function baseline(area: Area, copy: string, runners: Runner[]) {
  const tests = [...new Set(globSync(area.tests, { cwd: copy }))].map((file) => join(copy, file));
  const outcomes = await shareWork(runners, tests, (runner, test) =>
    runner.run({ mutant: 0, tests: [test] }),
  );
  for (const { failed, message } of outcomes)
    if (failed) throw new Error(`red without any mutant: ${failed}: ${message}`);
  const files = outcomes.flatMap((outcome) => Object.entries(outcome.files));
  return files
    .map(([test, { ms, passed }]) => ({ test, ms, passed: new Set(passed) }))
    .toSorted((a, b) => a.ms - b.ms);
}

const nameOf = ({ file, line, change }: Mutant): string => `${file}:${line}  ${change}`;

await runProof(async (proof) => {
  const from = performance.now();
  const copy = makeCopy(root);
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-mutants-'));
  proof.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  proof.onEnd(() => rmSync(copy.root, { recursive: true, force: true }));
  const runners: Runner[] = [];
  proof.onEnd(() => runners.map(({ child }) => child.kill('SIGKILL')));
  for (let count = 0; count < Math.min(3, cpus().length); count += 1)
    runners.push(await startRunner(copy.root, folder));
  for (const area of areas) {
    if (chosen.length > 0 && !chosen.includes(area.name)) continue;
    const began = performance.now();
    const tests = await baseline(area, copy.root, runners);
    const all = copy.mutants.get(area.name) ?? [];
    const tried = spread(all);
    const survivors: Mutant[] = [];
    await shareWork(runners, tried, async (runner, mutant) => {
      const near = tests.filter(({ passed }) => passed.has(mutant.id)).map(({ test }) => test);
      const { failed } = await runner.run({ mutant: mutant.id, tests: near });
      if (failed === null) survivors.push(mutant);
    });
    const reasonOf = (one: Mutant): string | undefined =>
      accepted.find(({ file, change }) => file === one.file && change === one.change)?.reason;
    const open = survivors.filter((one) => reasonOf(one) === undefined);
    const counted = tried.length - (survivors.length - open.length);
    const killed = counted - open.length;
    for (const one of survivors)
      console.log(`survived ${nameOf(one)}${reasonOf(one) ? `  (${reasonOf(one)})` : ''}`);
    proof.promise(
      killed >= reach * counted,
      `mutants of ${area.name} noticed by near tests`,
      `${killed} of ${counted} (${((100 * killed) / Math.max(1, counted)).toFixed(1)} %, ${tried.length} of ${all.length} tried, ` +
        `${survivors.length - open.length} equal) in ${Math.round((performance.now() - began) / 1000)} s`,
    );
  }
  console.log(`mutation took ${Math.round((performance.now() - from) / 60_000)} min`);
});

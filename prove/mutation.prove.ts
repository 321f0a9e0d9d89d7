/**
 * Whether the tests near the code that guards flight notice when a guard is weakened: `npm run prove -- mutation`.
 * Words of EYRIE_MUTATION_AREAS, separated by commas, choose areas; EYRIE_MUTATION_MOST is how many mutants of an area
 * are tried (0: all), spread evenly; EYRIE_MUTATION_SECONDS how long mutants of an area are tried (0: as long as it needs);
 * EYRIE_MUTATION_FILE is a part of the path of the sources whose mutants are tried. What EYRIE_MUTATION_LOG names keeps
 * every outcome: a mutant that was noticed by that log is not tried again.
 */
import { appendFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeCopy, type Copy } from './mutation/copy.ts';
import type { Mutant } from './mutation/mutants.ts';
import type { TrialOutcome } from './mutation/part-runner.ts';
import { shareWork, startRunner, type Runner } from './mutation/runner.ts';
import { areas, type Area } from './mutation/scope.ts';
import { runProof, type Proof } from './proof.ts';

const root = join(import.meta.dirname, '..');
const setting = (name: string): string => process.env[`EYRIE_MUTATION_${name}`] ?? '';
const chosen = setting('AREAS').split(',').filter(Boolean);
const most = Number(setting('MOST') || 120);
const seconds = Number(setting('SECONDS') || 170);
const workers = Number(setting('WORKERS') || Math.min(3, cpus().length));
const logFile = setting('LOG');
/** Of all tried mutants that change what the code does, where an area asks for no more. */
const usualReach = 0.9;
/** Fewer say nothing about an area that has more. */
const least = 30;
/** Of one test when nothing is changed, ms. */
const longTimeouts = 120_000;

interface Accepted {
  file: string;
  change: string;
  reason: string;
}
/** Mutants that no test can or need notice, each with its reason. */
const accepted = JSON.parse(readFileSync(join(root, 'prove/mutation/survivors.json'), 'utf8')) as Accepted[];

/** As many as are asked for, spread evenly, in an order in which every beginning is spread too. */
const spread = <T>(list: T[]): T[] => {
  const count = most === 0 ? list.length : Math.min(most, list.length);
  const golden = (index: number): number => (index * 0.618_033_988_75) % 1;
  return Array.from({ length: count }, (_, index) => index)
    .toSorted((a, b) => golden(a) - golden(b))
    .map((index) => list[Math.floor((index * list.length) / count)])
    .filter((one) => one !== undefined);
};

interface NearTest {
  test: string;
  ms: number;
  passed: Set<number>;
  /** By source file: how many of its mutants were tried with this test, and how many it noticed. */
  luck: Map<string, { tried: number; noticed: number }>;
}

/** Runs every test of an area once unchanged: how long each takes, and which mutants it passes. */
async function baseline(area: Area, copy: string, runners: Runner[]): Promise<NearTest[]> {
  const tests = [...new Set(globSync(area.tests, { cwd: copy }))].map((file) => join(copy, file));
  const outcomes = await shareWork(runners, tests, (runner, test) =>
    runner.run({ mutant: 0, tests: [test], timeout: longTimeouts }, longTimeouts),
  );
  for (const { failed, message } of outcomes)
    if (failed) throw new Error(`red without any mutant: ${failed}: ${message}`);
  const files = outcomes.flatMap((outcome) => Object.entries(outcome.files));
  if (files.every(([, { passed }]) => passed.length === 0))
    throw new Error(`no test of ${area.name} says which mutants it passed: nothing would be tried`);
  return files.map(([test, { ms, passed }]) => ({ test, ms, passed: new Set(passed), luck: new Map() }));
}

/** What it costs to have a mutant noticed by this test, by what was seen so far. */
const costOf = ({ ms, luck }: NearTest, file: string): number => {
  const { tried, noticed } = luck.get(file) ?? { tried: 0, noticed: 0 };
  return (ms * (tried + 1)) / (noticed + 0.5);
};

const learn = (near: NearTest[], file: string, { failed, files }: TrialOutcome): void => {
  for (const { test, luck } of near) {
    if (!(test in files)) continue;
    const { tried, noticed } = luck.get(file) ?? { tried: 0, noticed: 0 };
    luck.set(file, { tried: tried + 1, noticed: noticed + (failed === test ? 1 : 0) });
  }
};

const nameOf = ({ file, line, change }: Mutant): string => `${file}:${line}  ${change}`;
const reasonOf = (one: Mutant): string | undefined =>
  accepted.find(({ file, change }) => file === one.file && change === one.change)?.reason;

const noticedBefore = new Set(
  logFile !== '' && existsSync(logFile)
    ? readFileSync(logFile, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { name: string; failed: string | null })
        .filter(({ failed }) => failed !== null)
        .map(({ name }) => name)
    : [],
);

/** @returns whether the tests near it notice a mutant. */
async function isNoticed(runner: Runner, mutant: Mutant, tests: NearTest[]): Promise<boolean> {
  const name = nameOf(mutant);
  if (noticedBefore.has(name)) return true;
  const from = performance.now();
  const near = tests
    .filter(({ passed }) => passed.has(mutant.id))
    .toSorted((a, b) => costOf(a, mutant.file) - costOf(b, mutant.file));
  const usual = near.reduce((sum, { ms }) => sum + ms, 0);
  const timeout = Math.ceil(5_000 + 3 * Math.max(0, ...near.map(({ ms }) => ms)));
  const trial = { mutant: mutant.id, tests: near.map(({ test }) => test), timeout };
  const outcome = await runner.run(trial, usual);
  learn(near, mutant.file, outcome);
  const { failed, message, files } = outcome;
  const ms = Math.round(performance.now() - from);
  if (logFile !== '')
    appendFileSync(
      logFile,
      `${JSON.stringify({ name, failed, message, near: near.length, files: Object.keys(files).length, ms })}\n`,
    );
  return failed !== null;
}

/** Tries the mutants of one area and says what was noticed. */
async function measure(area: Area, copy: Copy, runners: Runner[], proof: Proof): Promise<void> {
  const began = performance.now();
  const tests = await baseline(area, copy.root, runners);
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  console.log(
    `${area.name}: ${tests.length} files of tests, the slowest: ` +
      slowest.map(({ test, ms }) => `${basename(test)} ${Math.round(ms)} ms`).join(', '),
  );
  const all = (copy.mutants.get(area.name) ?? []).filter(
    ({ file, change }) => file.includes(setting('FILE')) && (area.about?.test(change) ?? true),
  );
  for (const one of all.filter(({ id }) => tests.every(({ passed }) => !passed.has(id))))
    console.log(`no test comes by ${nameOf(one)}`);
  const attempt = async (runner: Runner, mutant: Mutant) => ({
    mutant,
    noticed: await isNoticed(runner, mutant, tests),
  });
  const named = await shareWork(runners, copy.named.get(area.name) ?? [], attempt);
  const sample = spread(all);
  // The tests of an area take long by themselves: the time is for trying.
  const end = seconds === 0 ? Infinity : performance.now() + seconds * 1_000;
  const tried = await shareWork(runners, sample, attempt, end);
  const missed = named.filter(({ noticed }) => !noticed).map(({ mutant }) => mutant.change);
  if (named.length > 0)
    proof.promise(
      missed.length === 0,
      `named changes of ${area.name} noticed by near tests`,
      `${named.length - missed.length} of ${named.length}${missed.map((what) => `; missed: ${what}`).join('')}`,
    );
  const survivors = tried.filter(({ noticed }) => !noticed).map(({ mutant }) => mutant);
  const open = survivors.filter((one) => reasonOf(one) === undefined);
  const counted = tried.length - (survivors.length - open.length);
  const killed = counted - open.length;
  for (const one of survivors)
    console.log(`survived ${nameOf(one)}${reasonOf(one) ? `  (${reasonOf(one)})` : ''}`);
  if (tried.length < sample.length)
    proof.skip(`${sample.length - tried.length} mutants of ${area.name}`, `${seconds} s were over`);
  proof.promise(
    killed >= (area.reach ?? usualReach) * counted && tried.length >= Math.min(least, sample.length),
    `mutants of ${area.name} noticed by near tests`,
    `${killed} of ${counted} (${((100 * killed) / Math.max(1, counted)).toFixed(1)} %, ${tried.length} of ${all.length} tried, ` +
      `${survivors.length - open.length} equal) in ${Math.round((performance.now() - began) / 1000)} s`,
  );
}

await runProof(async (proof) => {
  const from = performance.now();
  const copy = makeCopy(root);
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-mutants-'));
  proof.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  proof.onEnd(() => rmSync(copy.root, { recursive: true, force: true }));
  const runners: Runner[] = [];
  proof.onEnd(() => runners.map((runner) => runner.stop()));
  for (let count = 0; count < workers; count += 1) runners.push(await startRunner(copy.root, folder));
  for (const area of areas) {
    if (chosen.length > 0 && !chosen.includes(area.name)) continue;
    await measure(area, copy, runners, proof);
  }
  console.log(`mutation took ${Math.round((performance.now() - from) / 60_000)} min`);
});

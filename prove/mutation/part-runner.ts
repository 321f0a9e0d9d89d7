/** A process that keeps Vitest warm in the instrumented copy and tries one mutant after the other. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { createVitest } from 'vitest/node';

/** One thing to try: with mutant 0 nothing is changed and the test says what it passed. */
export interface Trial {
  mutant: number;
  /** Paths of test files, the quickest first; the first that fails ends the trial. */
  tests: string[];
  /** Of one test, ms: what hangs because of a mutant is noticed too. */
  timeout: number;
}

export interface TrialOutcome {
  mutant: number;
  /** The test file that failed, if any. */
  failed: string | null;
  message: string;
  /** By test file: how long it took in ms and which mutants it passed. */
  files: Record<string, { ms: number; passed: number[] }>;
}

const [root, folder] = process.argv.slice(2) as [string, string];
const mutantFile = `${folder}/mutant-${process.pid}`;
const passedFile = `${folder}/passed-${process.pid}`;
process.env['EYRIE_MUTANT_FILE'] = mutantFile;
process.env['EYRIE_MUTANT_PASSED'] = passedFile;
process.chdir(root);

writeFileSync(mutantFile, '0');
const vitest = await createVitest('test', {
  root,
  config: `${root}/prove/mutation/vitest.config.ts`,
  watch: false,
  reporters: [{}],
});

const passedBy = (): number[] => {
  try {
    const lines = readFileSync(passedFile, 'utf8').split('\n').filter(Boolean);
    return lines.flatMap((line) => (JSON.parse(line) as { ids: number[] }).ids);
  } catch {
    return [];
  }
};

/** A process that did not start, as on a busy machine, says nothing of a mutant. */
const notStarted = /Failed to start \w+ worker|Timeout waiting for worker/;
/** Tries of a test whose process does not start. */
const startsMost = 3;

async function tryFile(test: string, starts = 1): Promise<{ ok: boolean; message: string }> {
  const specifications = (await vitest.globTestSpecifications([test])).filter(
    ({ moduleId }) => moduleId === test,
  );
  if (specifications.length === 0) return { ok: false, message: 'no such test' };
  const outcome = await vitest.runTestSpecifications(specifications);
  const { unhandledErrors } = outcome;
  if (starts < startsMost && unhandledErrors.some((one) => notStarted.test(inspect(one))))
    return tryFile(test, starts + 1);
  // The answer names what earlier runs left too: a file that failed for another mutant says nothing of this one.
  const testModules = outcome.testModules.filter(({ moduleId }) => moduleId === test);
  const faults = testModules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((one) => [
      { message: one.fullName },
      ...(one.result().errors ?? []),
    ]),
  ]);
  const ok = unhandledErrors.length === 0 && testModules.length > 0 && testModules.every((one) => one.ok());
  return {
    ok,
    message:
      faults.map(({ message }) => message).join(' | ') ||
      unhandledErrors.map((one) => inspect(one)).join(' | '),
  };
}

async function run({ mutant, tests, timeout }: Trial): Promise<TrialOutcome> {
  for (const { config } of vitest.projects)
    Object.assign(config, { testTimeout: timeout, hookTimeout: 2 * timeout });
  writeFileSync(mutantFile, String(mutant));
  const outcome: TrialOutcome = { mutant, failed: null, message: '', files: {} };
  for (const test of tests) {
    rmSync(passedFile, { force: true });
    const from = performance.now();
    const { ok, message } = await tryFile(test);
    outcome.files[test] = { ms: performance.now() - from, passed: mutant === 0 ? passedBy() : [] };
    if (ok) continue;
    Object.assign(outcome, { failed: test, message: message.slice(0, 600) });
    if (mutant !== 0) break;
  }
  return outcome;
}

process.on('message', (trial: Trial) => {
  void run(trial)
    .catch((error: unknown): TrialOutcome => ({
      mutant: trial.mutant,
      failed: 'the runner',
      message: String(error),
      files: {},
    }))
    .then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/**
 * Everything that has to hold: `npm test`. Checks of the sources, unit, database and broker tests, the built console,
 * and the stories in a browser. Words after `--` choose parts: check, unit, browser.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildConsole, findNode, installPackages, root, say } from './prepare.mjs';
import { programOf } from './steps.mjs';
import { openTestFolder } from './test-folder.mjs';

const results = join(root, 'test-results');

/** Runs one program with its words shown as they come. */
function runShown(node, args) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, CI: '1' } });
    const signals = ['SIGINT', 'SIGTERM'];
    const pass = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, pass);
    child.once('error', () => resolve(1));
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}

function report(name) {
  const path = join(results, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** A part that ends badly without a failed test, such as a crash, counts as one failure. */
function counted(code, passed, failed, { skipped = [], broken = [] } = {}) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped, broken };
}

/** Titles of the tests of Vitest with one of these results; the title of one left out says why. */
function titlesOfUnits(summary, wanted) {
  return (summary?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => wanted.includes(status))
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
}

/** Titles of the stories of Playwright with one of these results, and the reason of one left out. */
function titlesOfStories(suite, wanted) {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => wanted.includes(status))
      .map(({ annotations }) =>
        [`${file}: ${title}`, ...annotations.map((one) => one.description)].join(' – '),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => titlesOfStories(inner, wanted))];
}

async function check(node) {
  const code = await runShown(node, [join(root, 'scripts/check.mjs')]);
  return counted(code, code === 0 ? 1 : 0, 0);
}

/**
 * The pages that stories look at, built while unit tests wait for their docks: by what these leave of the processor, so that
 * none of them gets less of it.
 * @type {Promise<void> | undefined}
 */
let pages;

function buildBesideTests(node) {
  pages = buildConsole(node, { behind: true });
  // The part that needs them reports it.
  pages.catch(() => undefined);
}

async function unit(node, { next }) {
  if (next.includes('browser')) buildBesideTests(node);
  const code = await runShown(node, [
    programOf('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(results, 'unit.json')}`,
  ]);
  const summary = report('unit.json');
  return counted(code, summary?.numPassedTests ?? 0, summary?.numFailedTests ?? 0, {
    skipped: titlesOfUnits(summary, ['skipped', 'pending', 'todo']),
    broken: titlesOfUnits(summary, ['failed']),
  });
}

async function browser(node) {
  await (pages ?? buildConsole(node));
  const code = await runShown(node, [programOf('@playwright/test', 'playwright'), 'test']);
  const summary = report('browser.json') ?? {};
  const { expected = 0, unexpected = 0, flaky = 0 } = summary.stats ?? {};
  return counted(code, expected, unexpected + flaky, {
    skipped: titlesOfStories(summary, ['skipped']),
    broken: titlesOfStories(summary, ['unexpected', 'flaky']),
  });
}

const parts = { check, unit, browser };

/** Runs these parts one after the other. @returns what all of them found */
async function runParts(node, names) {
  /** @type {{ passed: number, failed: number, skipped: string[], broken: string[] }} */
  const sum = { passed: 0, failed: 0, skipped: [], broken: [] };
  for (const [at, name] of names.entries()) {
    say(`${name} …`);
    const started = performance.now();
    const { passed, failed, skipped, broken } = await parts[name](node, { next: names.slice(at + 1) });
    say(`${name} took ${Math.round((performance.now() - started) / 1000)} s`);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped.push(...skipped);
    sum.broken.push(...broken);
  }
  return sum;
}

/** Runs what uses databases while there is a folder for them, where memory has room for one. */
async function runInFolder(work) {
  const folder = openTestFolder();
  if (folder) process.env.EYRIE_TEST_FOLDER = folder.path;
  try {
    return await work();
  } finally {
    await folder?.close();
  }
}

async function main() {
  await installPackages();
  const node = findNode();
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const started = performance.now();
  const names = Object.keys(parts).filter((name) => wanted.length === 0 || wanted.includes(name));
  const sum = await runInFolder(() => runParts(node, names));
  for (const title of sum.skipped) say(`skipped: ${title}`);
  for (const title of sum.broken) say(`failed: ${title}`);
  say(`tests took ${Math.round((performance.now() - started) / 1000)} s`);
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped.length} skipped`);
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(`eyrie: ${error.message}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
});

/**
 * What must be there before anything of the product can run: the packages of the lock file, a Node that runs the
 * server's TypeScript, and the built console. Plain JavaScript for any Node from 20 on, without a dependency.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Every Node below keeps here what it made of the sources: the next one begins a third sooner.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

/** First version with everything the server uses: type stripping and argon2 in node:crypto. */
const needed = [24, 7];

/** Prints one line of progress. */
export function say(text) {
  process.stdout.write(`eyrie: ${text}\n`);
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** @param {string} version such as `v24.21.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > needed[0] || (major === needed[0] && minor >= needed[1]);
}

/**
 * The Node that runs the server: this one if it is new enough, else the one that npm installed.
 * @returns {string} path of the program
 */
export function findNode() {
  if (isNewEnough(process.version)) return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const packaged = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', file);
  if (existsSync(packaged)) return packaged;
  throw new Error(
    `Eyrie needs Node ${needed.join('.')} or newer; this is ${process.version}, and npm carries none for ` +
      `${process.platform} on ${process.arch}. Install Node 24 and start again.`,
  );
}

/** Packages of the lock file that belong on this machine: path below the root and version. */
function wantedPackages(lock) {
  const fits = (given, value) => {
    const list = [given ?? []].flat();
    const refused = list.filter((one) => one.startsWith('!'));
    if (refused.length > 0) return !refused.includes(`!${value}`);
    return list.length === 0 || list.includes(value);
  };
  return Object.entries(lock.packages ?? {}).filter(
    ([path, entry]) =>
      path.startsWith('node_modules/') &&
      !entry.link &&
      fits(entry.os, process.platform) &&
      fits(entry.cpu, process.arch),
  );
}

/** Whether node_modules holds what the lock file asks for, by npm's own list of what it installed. */
function isInstalled(lockText) {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages ?? {};
  const linked = Object.entries(JSON.parse(lockText).packages).filter(([, entry]) => entry.link);
  // A workspace that came with a newer version is found by its link.
  if (!linked.every(([path]) => existsSync(join(root, path)))) return false;
  return wantedPackages(JSON.parse(lockText)).every(([path, entry]) => {
    // Of the optional ones npm leaves out those that do not fit the C library or did not build.
    if (!installed[path]) return entry.optional === true && !path.startsWith('node_modules/node-');
    return installed[path].version === entry.version && existsSync(join(root, path, 'package.json'));
  });
}

/** Installs the packages of the lock file unless they are there; a stamp makes the question cheap. */
export async function installPackages() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.eyrie-stamp');
  const mark = createHash('sha256').update(`${process.platform} ${process.arch}\n${lockText}`).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === mark) return;
  if (!isInstalled(lockText)) await runInstall(wantedPackages(JSON.parse(lockText)).length);
  writeFileSync(stamp, mark);
}

async function runInstall(total) {
  const started = performance.now();
  say(`installing ${total} packages (this takes a minute, once)`);
  const timer = setInterval(
    () => say(`installing: ${countPackages()} of ${total}, ${seconds(started)}`),
    5000,
  );
  // Under npm its own program is known; else the one on the path is taken.
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  try {
    await run(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      shell: command === 'npm' && process.platform === 'win32',
    });
  } finally {
    clearInterval(timer);
  }
  say(`installed in ${seconds(started)}`);
}

function countPackages() {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return 0;
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .reduce((sum, name) => sum + (name.startsWith('@') ? readdirSync(join(modules, name)).length : 1), 0);
}

/** Gives a process what others leave of the processor. */
function yieldToOthers({ pid }) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system keeps no such order.
  }
}

/**
 * Runs a program to its end and keeps its words for the case that it fails.
 * @param {import('node:child_process').SpawnOptions & { behind?: boolean }} [options] `behind`: with what others leave of
 *   the processor
 * @returns {Promise<string>} what it printed
 */
export function run(command, args, { behind = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    if (behind) yieldToOthers(child);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}:\n${shorten(output)}`));
    });
  });
}

/** The reason stands at the beginning of npm's words and at the end of most others. */
function shorten(output) {
  return output.length <= 4000 ? output : `${output.slice(0, 1500)}\n…\n${output.slice(-2000)}`;
}

/** Every file that a built application of pages depends on. */
function pageSources(application) {
  const folders = [
    `apps/${application}`,
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  ];
  const files = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (['node_modules', 'dist'].includes(entry.name) || entry.name.includes('.test.')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else files.push(path);
    }
  };
  for (const folder of folders) walk(join(root, folder));
  return files.toSorted((a, b) => (a < b ? -1 : 1));
}

/** Builds an application of pages into its `dist` unless it was built from these very sources. */
async function buildPages(application, node, options) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const path of pageSources(application)) hash.update(relative(root, path)).update(readFileSync(path));
  const mark = hash.digest('hex');
  const stamp = join(root, `.stamp-${application}`);
  const built = existsSync(join(root, `apps/${application}/dist/index.html`));
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === mark) return;
  const started = performance.now();
  say(`building the ${application}`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await run(node, [vite, 'build', join(root, 'apps', application)], options);
  writeFileSync(stamp, mark);
  say(`built the ${application} in ${seconds(started)}`);
}

/**
 * Builds the console, and the screen application beside it.
 * @param {{ behind?: boolean }} [options] `behind`: with what other programs leave of the processor
 */
export async function buildConsole(node = findNode(), options = {}) {
  await buildPages('console', node, options);
  await buildPages('screen', node, options);
}

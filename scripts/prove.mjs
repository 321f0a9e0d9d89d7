/**
 * The long proofs: outages, kills, storms, mutation. `npm run prove`, or `npm run prove -- storm` for one of them.
 * Each is a program `prove/<name>.prove.ts` that ends with 0 when its promise held.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole, findNode, installPackages, root, say } from './prepare.mjs';

const folder = join(root, 'prove');
const ending = '.prove.ts';

/** Longer than any proof that works takes; all of them together have to end within the hour. */
const mostMinutes = 40;

function namesOf(wanted) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted();
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; there are ${names.join(', ')}`);
  return wanted.length > 0 ? wanted : names;
}

/** Runs one proof with its words shown as they come. */
function prove(node, name) {
  return new Promise((resolve) => {
    const child = spawn(node, [join(folder, `${name}${ending}`)], { cwd: root, stdio: 'inherit' });
    const pass = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass);
    const timer = setTimeout(() => {
      say(`${name} has not ended within ${mostMinutes} minutes`);
      child.kill('SIGKILL');
    }, mostMinutes * 60_000);
    child.once('error', () => resolve(1));
    child.once('close', (code) => {
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}

const minutes = (since) => `${((performance.now() - since) / 60_000).toFixed(1)} min`;

async function main() {
  const names = namesOf(process.argv.slice(2));
  await installPackages();
  const node = findNode();
  await buildConsole(node);
  const started = performance.now();
  const outcomes = [];
  for (const name of names) {
    say(`${name} …`);
    const from = performance.now();
    const code = await prove(node, name);
    outcomes.push({ name, held: code === 0, took: minutes(from) });
  }
  for (const { name, held, took } of outcomes) say(`${held ? 'held' : 'BROKEN'}  ${name.padEnd(16)} ${took}`);
  say(`proofs took ${minutes(started)}`);
  const broken = outcomes.filter(({ held }) => !held).length;
  console.log(`${outcomes.length - broken} passed, ${broken} failed`);
  process.exitCode = broken === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(`eyrie: ${error.message}`);
  process.exitCode = 1;
});

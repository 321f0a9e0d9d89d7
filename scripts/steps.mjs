/** Runs named programs a few at a time, one line each, and tells how many went well. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Path of a program that a package brings, to be run with Node.
 * @param {string} name of the package
 * @param {string} [program] where it brings several
 */
export function programOf(name, program = name) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs one program to its end and keeps its words. */
function runStep({ command, args, env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * @param {{ name: string, command: string, args: string[], env?: Record<string, string> }[]} steps
 * @param {number} atOnce how many may run side by side
 * @returns {Promise<{ passed: number, failed: string[] }>} names of those that failed
 */
export async function runSteps(steps, atOnce = 2) {
  const waiting = [...steps];
  const result = { passed: 0, failed: [] };
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = performance.now();
      const { code, output } = await runStep(step);
      if (code === 0) result.passed += 1;
      else result.failed.push(step.name);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(24)} ${seconds(started)}`);
      // A step that went well still says its remarks, such as the report of long files.
      if (output.trim() !== '' && (code !== 0 || step.remarks)) console.log(output.trim());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return result;
}

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const outside = ['node_modules', 'dist', 'data', 'test-results', '.git'];

export interface TreeCopy {
  folder: string;
  /** Runs a program with the copy as its project. */
  run: (...args: string[]) => Promise<{ code: number | null; output: string }>;
  drop: () => void;
}

/** The sources, with packages of their own: those of node_modules lead back to the sources that were copied. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-tree-'));
  for (const entry of readdirSync(root).filter((one) => !outside.includes(one)))
    cpSync(join(root, entry), join(folder, entry), {
      recursive: true,
      filter: (path) => !outside.includes(basename(path)),
    });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@eyrie'), { recursive: true });
  for (const entry of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@eyrie'))
    symlinkSync(join(root, 'node_modules', entry), join(modules, entry));
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(modules, '@eyrie', name));

  const run: TreeCopy['run'] = (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, args, {
        cwd: folder,
        env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
    });
  return { folder, run, drop: () => rmSync(folder, { recursive: true, force: true }) };
}

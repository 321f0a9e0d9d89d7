/** The files of the repository as somebody would check them in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that are made, not written. */
const made = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'playwright-report']);

export interface Source {
  /** Path below the root, with slashes. */
  path: string;
  /** Empty for files that are not text. */
  text: string;
}

/** Every written file below a folder. */
export function readSources(root: string): Source[] {
  const sources: Source[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (made.has(entry.name) || entry.name.startsWith('.stamp') || entry.name.endsWith('.log')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) sources.push({ path, text: textOf(readFileSync(join(root, path))) });
    }
  };
  walk('');
  return sources.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function textOf(bytes: Buffer): string {
  return bytes.subarray(0, 8000).includes(0) ? '' : bytes.toString('utf8');
}

/**
 * Which files of stories run beside which, by what each says of itself in `test.use`. Playwright hands files out before it
 * runs any of them, so it is read from their text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const folder = join(import.meta.dirname, '..');

interface StoryFiles {
  /** Stories that mostly wait for flights or for what the product does twice a minute. */
  waiting: string[];
  /** Stories that share a product; those of one come after each other. */
  sharing: string[];
  /** All others: each file has a product of its own. */
  own: string[];
}

type Kind = keyof StoryFiles;

/** What a file says of itself. A share whose name is made as it runs keeps its file among those with a product of their own. */
function kindOf(text: string): Kind {
  const used = [...text.matchAll(/^\s*test\.use\(\{(.*?)\}\);/gms)].map(([, options = '']) => options).join();
  if (/\bwaits: true\b/.test(used)) return 'waiting';
  return /\bsharing: '/.test(used) ? 'sharing' : 'own';
}

/** All files of stories by kind, each as a pattern that matches it alone: its path below the folder of stories. */
export function storyFiles(): StoryFiles {
  const found: StoryFiles = { waiting: [], sharing: [], own: [] };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!name.endsWith('.spec.ts')) continue;
    found[kindOf(readFileSync(join(folder, name), 'utf8'))].push(name.replaceAll(sep, '/'));
  }
  return found;
}

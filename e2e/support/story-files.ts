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
  /** Stories that share a product, by the word of the share. */
  sharing: Map<string, string[]>;
  /** All others: each file has a product of its own. */
  own: string[];
}

/** What the options of a file say, read from its text. A share whose name is made as it runs is not seen. */
const optionsOf = (text: string): string =>
  [...text.matchAll(/^\s*test\.use\(\{(.*?)\}\);/gms)].map(([, options = '']) => options).join();

/** All files of stories by kind, each as a pattern that matches it alone: its path below the folder of stories. */
export function storyFiles(): StoryFiles {
  const found: StoryFiles = { waiting: [], sharing: new Map(), own: [] };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!name.endsWith('.spec.ts')) continue;
    const file = name.replaceAll(sep, '/');
    const options = optionsOf(readFileSync(join(folder, name), 'utf8'));
    const [, share] = /\bsharing: '([^']+)'/.exec(options) ?? [];
    if (/\bwaits: true\b/.test(options)) found.waiting.push(file);
    else if (share === undefined) found.own.push(file);
    else found.sharing.set(share, [...(found.sharing.get(share) ?? []), file]);
  }
  return found;
}

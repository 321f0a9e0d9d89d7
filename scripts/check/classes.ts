/** A class of the style sheets has one home: two files that style the same one undo each other where both are loaded. */
import type { Source } from './sources.ts';

export function classFaults(sources: readonly Source[]): string[] {
  const homes = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    if (!path.endsWith('.css')) continue;
    for (const [, name = ''] of text.matchAll(/^\.([a-z][\w-]*)\s*(?:\{|,)/gm))
      homes.set(name, (homes.get(name) ?? new Set()).add(path));
  }
  return [...homes]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `.${name} is styled in ${[...paths].join(' and ')}`);
}

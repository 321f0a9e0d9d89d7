/** Hooks and tests that a module registers while it is imported: files of tests share what they have loaded. */
import { dirname, join } from 'node:path/posix';
import type { Source } from './sources.ts';

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const registers = /^(?:beforeAll|beforeEach|afterAll|afterEach|describe|it|test)(?:\.\w+)*\(/m;
const imported = /^(?:import|export)\b[^;]*?['"](\.{1,2}\/[^'"]+)['"]/gm;

/**
 * Modules that register hooks or tests at their top level and are reached by several files of tests: in a process that
 * goes on to the next file, the module is loaded already, so only the first of them would have its hooks.
 * @returns a line for each module, with the files that reach it
 */
export function sharedHookFaults(sources: readonly Source[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, text } of sources) {
    if (!/^(?:apps|packages|scripts)\/.*\.tsx?$/.test(path)) continue;
    for (const [, to = ''] of text.matchAll(imported)) {
      const place = join(dirname(path), to);
      importers.set(place, [...(importers.get(place) ?? []), path]);
    }
  }
  const testsOf = (path: string, seen = new Set<string>()): Set<string> => {
    const found = new Set<string>();
    if (seen.has(path)) return found;
    seen.add(path);
    for (const one of importers.get(path) ?? [])
      if (isTest(one)) found.add(one);
      else for (const test of testsOf(one, seen)) found.add(test);
    return found;
  };
  return sources
    .filter(({ path, text }) => /\.tsx?$/.test(path) && !isTest(path) && registers.test(text))
    .map(({ path }) => ({ path, tests: [...testsOf(path)].toSorted() }))
    .filter(({ tests }) => tests.length > 1)
    .map(
      ({ path, tests }) =>
        `${path} registers hooks or tests as it is imported, by ${tests.join(' and ')}: export a function that does it`,
    );
}

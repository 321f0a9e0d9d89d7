/** A copy of the project in which sources can be changed without touching the one that people work in. */
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areas } from './scope.ts';
import { instrument, type Mutant, type NamedEdit } from './mutants.ts';
import { namedChanges } from './named.ts';

const apart = new Set(['node_modules', 'data', 'dist', '.git', 'test-results', 'playwright-report']);

/** Packages stay where they are; those of the project itself have to lead into the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, 'node_modules/@eyrie'), { recursive: true });
  for (const name of readdirSync(join(from, 'node_modules')))
    if (name !== '@eyrie' && name !== '.cache')
      symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name));
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(join(to, group)))
      symlinkSync(join(to, group, name), join(to, 'node_modules/@eyrie', name));
}

export interface Copy {
  root: string;
  /** By area, in order of the text. */
  mutants: Map<string, Mutant[]>;
  /** By area: what is tried whatever the sample. */
  named: Map<string, Mutant[]>;
}

/** Numbers of the named changes, which may be of several files. */
const numbered = namedChanges.map((change, index) => ({ ...change, id: -1 - index }));

const editsOf = (path: string): NamedEdit[] =>
  numbered.flatMap(({ id, edits }) =>
    edits.filter(({ file }) => file === path).map(({ from, to }) => ({ id, from, to })),
  );

const namedOf = (area: string): Mutant[] =>
  numbered
    .filter((change) => change.area === area)
    .map(({ id, what, edits }) => ({ id, file: edits[0]?.file ?? '', line: 0, change: what }));

/** Copies the project and puts every mutant of every area into the copy, all switched off. */
export function makeCopy(root: string): Copy {
  const to = mkdtempSync(join(tmpdir(), 'eyrie-mutation-'));
  cpSync(root, to, {
    recursive: true,
    filter: (path) =>
      !path
        .slice(root.length + 1)
        .split('/')
        .some((part) => apart.has(part)),
  });
  linkPackages(root, to);
  const switchModule = join(to, 'prove/mutation/switch.mjs');
  const mutants = new Map<string, Mutant[]>();
  const seen = new Set<string>();
  let count = 0;
  for (const { name, sources } of areas) {
    const found: Mutant[] = [];
    for (const file of globSync(sources, { cwd: root }).toSorted()) {
      if (/\.test\.ts$|\/index\.ts$/.test(file) || seen.has(file)) continue;
      seen.add(file);
      const changed = instrument(
        file,
        readFileSync(join(root, file), 'utf8'),
        switchModule,
        () => (count += 1),
        editsOf(file),
      );
      writeFileSync(join(to, file), changed.text);
      found.push(...changed.mutants);
    }
    mutants.set(name, found);
  }
  const named = new Map(areas.map(({ name }) => [name, namedOf(name)]));
  return { root: to, mutants, named };
}

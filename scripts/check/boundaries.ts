/** Holds the directions of boundary-rules.ts, and proves that they were looked at. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import { boundaryRules, cruiseOptions, readersOfOthers, resolveOptions } from './boundary-rules.ts';

/** Below this the reader of TypeScript was missing: it then sees nothing and is content. */
const plausible = 200;

export interface Boundaries {
  /** Every file that was read. */
  modules: string[];
  /** `rule: from → to` with the way out. */
  faults: { rule: string; from: string; to: string; comment: string }[];
}

/**
 * Reads every import below a folder that is laid out like the repository.
 * @throws when the parser of TypeScript is not installed
 */
export async function cruiseFolder(root: string): Promise<Boundaries> {
  createRequire(import.meta.url).resolve('@swc/core');
  const before = process.cwd();
  // The tool resolves packages from the working directory, whatever its base directory says.
  process.chdir(root);
  try {
    const folders = ['apps', 'packages', 'bench', 'prove', 'e2e', 'scripts'].filter((name) =>
      readdirSync(root).includes(name),
    );
    const options = { ...cruiseOptions, validate: true, ruleSet: { forbidden: boundaryRules } };
    const result = await cruise(folders, options, resolveOptions);
    if (typeof result.output === 'string') throw new Error('the tool answered in words');
    return boundariesOf(result.output, root);
  } finally {
    process.chdir(before);
  }
}

/** Readers of what others send that the server would load beside its orders. */
function readersLoaded(modules: ICruiseResult['modules'], root: string): Boundaries['faults'] {
  const { name: rule, comment, entries, path, words } = readersOfOthers;
  const [readers, loads] = [new RegExp(path.join('|')), new RegExp(words, 'm')];
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const reached = new Set(entries);
  const found: Boundaries['faults'] = [];
  // A set that grows is walked to its end.
  for (const from of reached) {
    if (
      from.startsWith('apps/server/') &&
      existsSync(join(root, from)) &&
      loads.test(readFileSync(join(root, from), 'utf8'))
    )
      found.push({ rule, from, to: '@eyrie/wpml', comment });
    for (const { resolved, dependencyTypes } of bySource.get(from)?.dependencies ?? []) {
      if (dependencyTypes.includes('type-only')) continue;
      if (readers.test(resolved)) found.push({ rule, from, to: resolved, comment });
      else reached.add(resolved);
    }
  }
  return found;
}

function boundariesOf({ modules, summary }: ICruiseResult, root: string): Boundaries {
  const comments = new Map(boundaryRules.map((rule) => [rule.name, rule.comment]));
  return {
    modules: modules.map(({ source }) => source).filter((source) => !source.includes('node_modules/')),
    faults: [
      ...summary.violations.map(({ rule, from, to, cycle }) => ({
        rule: rule.name,
        from,
        to: cycle ? cycle.map(({ name }) => name).join(' → ') : to,
        comment: comments.get(rule.name) ?? '',
      })),
      ...readersLoaded(modules, root),
    ],
  };
}

/** Workspaces of which not one file was read. */
export function unseenWorkspaces(root: string, modules: readonly string[]): string[] {
  return ['apps', 'packages']
    .flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}/src/`))
    .filter((folder) => !modules.some((source) => source.startsWith(folder)));
}

async function main(): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const { modules, faults } = await cruiseFolder(root);
  const problems = faults.map(({ rule, from, to, comment }) => `${rule}: ${from} → ${to}\n    ${comment}`);
  if (modules.length < plausible)
    problems.push(`only ${modules.length} files were read: the parser of TypeScript is missing`);
  for (const folder of unseenWorkspaces(root, modules)) problems.push(`no file of ${folder} was read`);
  for (const problem of problems) console.log(problem);
  console.log(`${modules.length} files read, ${problems.length} faults`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();

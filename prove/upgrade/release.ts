/** Releases as folders of programs: this one, one of the history, and one that comes after this. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

/** Takes the place of a file that shares its content with the original. */
const replace = (path: string, text: string): void => {
  rmSync(path, { force: true });
  writeFileSync(path, text);
};

/** The last release that landed, from which the proof rolls to this tree. It is moved on to the newest when one lands. */
export const lastRelease = 'f26bbbaf6ee378d398b62b97477a25c29b2bfa9a';

/** What a release is made of; the rest of the folder is of people and of earlier runs. */
const parts = ['apps', 'packages', 'scripts', 'deploy', 'node_modules', 'package.json'];

/** The name of the migration by which the release after this one is known. */
export const addedByNext = '9999-next';

/**
 * The release after this one: its programs, and a migration that adds a column and a table.
 * @param folder an empty one on the disk of the repository, for the files are shared with it
 */
export const makeNext = (folder: string): string => {
  for (const part of parts) execFileSync('cp', ['-al', join(repository, part), join(folder, part)]);
  const migrations = join(folder, 'apps/server/src/migrations');
  writeFileSync(
    join(migrations, `${addedByNext}.ts`),
    `import { sql, type Kysely } from 'kysely';

export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql\`alter table dock add column next_note text\`.execute(db);
  await sql\`create table next_thing (oid uuid primary key)\`.execute(db);
};
`,
  );
  const list = join(migrations, 'list.generated.ts');
  const printed = readFileSync(list, 'utf8');
  const entry = /export const list[^{]*\{\n/.exec(printed)?.[0];
  if (entry === undefined) throw new Error(`${list} has no list`);
  const end = printed.lastIndexOf('}');
  replace(
    list,
    `import * as next from './${addedByNext}.ts';\n${printed.slice(0, end)}  '${addedByNext}': next,\n${printed.slice(end)}`,
  );
  return folder;
};

const git = (...args: string[]): Buffer =>
  execFileSync('git', ['-C', repository, ...args], {
    maxBuffer: 1_000_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** What a lock file installs. Who of our own packages names what is no part of it. */
const packagesOf = (lock: string): string => {
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { version?: string; integrity?: string }>;
  };
  return Object.entries(packages)
    .filter(([path, { integrity }]) => path.includes('node_modules/') && integrity !== undefined)
    .map(([path, { version, integrity }]) => `${path} ${version} ${integrity}`)
    .toSorted()
    .join('\n');
};

/** Why a release of the history cannot be started with the packages that are installed now; null: it can. */
export const whyNotFrom = (ref: string): string | null => {
  let lock: string;
  try {
    lock = git('show', `${ref}:package-lock.json`).toString();
  } catch {
    return `${ref} is not in the history here`;
  }
  const same = packagesOf(lock) === packagesOf(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  return same ? null : `${ref} needs other packages: install it in a folder of its own`;
};

/**
 * A release of the history, with the packages that are installed now. Its pages are built anew.
 * @param ref a commit or tag
 * @throws Error when it is not there, or needs other packages than are installed
 */
export const makePast = (folder: string, ref: string): string => {
  const reason = whyNotFrom(ref);
  if (reason !== null) throw new Error(reason);
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', ref) });
  execFileSync('cp', ['-al', join(repository, 'node_modules'), join(folder, 'node_modules')]);
  for (const app of ['console', 'screen']) {
    const built = join(repository, 'apps', app, 'dist');
    if (existsSync(built)) execFileSync('cp', ['-al', built, join(folder, 'apps', app, 'dist')]);
  }
  return folder;
};

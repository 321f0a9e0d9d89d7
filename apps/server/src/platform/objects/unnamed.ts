import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx, Runtime } from '../runtime.ts';
import type { Timer } from '../timers.ts';
import type { Objects } from './objects.ts';

const { unnamedAfter, unnamedEvery, unnamedAtOnce } = limits.objects;

/** Objects that a room stores. */
export interface OwnObjects {
  /** With which their keys begin; each ends with a slash. */
  prefixes: readonly string[];
  /** Those of some keys that are of this room and organisation, and that nothing names that is there or under way. */
  unnamed(keys: readonly string[]): Promise<readonly string[]>;
}

type Store = Pick<Objects, 'list' | 'head' | 'delete'>;

/**
 * When this database was set up or restored, epoch ms. What was stored before that may be of rows that it never had: those of
 * another installation, or those that came after the backup.
 */
const databaseSince = async (db: DbOrTrx): Promise<number> => {
  const { rows } = await sql<{ since: string | null }>`
    select min(timestamp) as since from kysely_migration`.execute(db);
  return Date.parse(rows[0]?.since ?? '') || Infinity;
};

/** The database is asked again right before: what was found may have been listed since. */
const removeOne = async (
  { objects, log }: { objects: Store; log: Runtime['log'] },
  { key, unnamed, before }: { key: string; unnamed: OwnObjects['unnamed']; before: number },
): Promise<boolean> => {
  const info = await objects.head(key);
  if (!info || info.storedAt >= before || !(await unnamed([key])).includes(key)) return false;
  await objects.delete(key);
  const { size, storedAt } = info;
  log.info({ key, size, storedAt }, 'a stored file that is listed nowhere was removed');
  return true;
};

/**
 * Removes objects that nothing names: a process was killed between storing and listing them, or the store was away when what
 * named them was deleted. @returns how many
 */
const removeUnnamed = async (
  { db, log, serverTime }: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  objects: Store,
  { prefixes, unnamed }: OwnObjects,
): Promise<number> => {
  const [since, before] = [await databaseSince(db), Math.round(serverTime()) - unnamedAfter];
  let removed = 0;
  let after: string | null = null;
  do {
    const page = await objects.list(prefixes, after);
    const old = page.objects.filter(({ storedAt }) => storedAt >= since && storedAt < before);
    const found = old.length === 0 ? [] : await unnamed(old.map(({ key }) => key));
    for (const key of found) {
      if (removed >= unnamedAtOnce) return removed;
      if (await removeOne({ objects, log }, { key, unnamed, before })) removed += 1;
    }
    after = page.next;
  } while (after !== null);
  return removed;
};

/** Removes, now and then, what a room stored and nothing names. @param name of the timer */
export const unnamedTimer = (
  name: string,
  runtime: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  { objects, own }: { objects: Store; own: OwnObjects },
): Timer => ({
  name,
  every: unnamedEvery,
  once: 'any',
  run: () => removeUnnamed(runtime, objects, own),
});

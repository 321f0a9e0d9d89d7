import type { Kysely } from 'kysely';
import * as first from './0001-first.ts';
import * as people from './0002-people.ts';

/** Every migration in order. A landed one is never edited; the next number is added. */
export const migrations: Readonly<Record<string, { up(db: Kysely<unknown>): Promise<void> }>> = {
  '0001-first': first,
  '0002-people': people,
};

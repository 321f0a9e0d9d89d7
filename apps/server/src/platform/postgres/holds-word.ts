import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../runtime.ts';

/** Columns whose words an index finds, by table and in the order of its index `<table>_words`. */
export const wordIndexes = {
  dock: ['name', 'sn'],
  member: ['name', 'account', 'phone'],
  route: ['name'],
  task: ['name'],
} as const;

/** A word that many rows hold is sooner found by reading them than by an index. */
export type WordSearch = 'byIndex' | 'byReading';

/** A word that more than this share of all rows hold is common. */
export const commonShare = 0.2;

/** The table whose index finds words in all of these columns. */
function indexOf(columns: readonly string[]): keyof typeof wordIndexes | undefined {
  const [table] = columns[0]?.split('.') ?? [];
  const named = Object.entries(wordIndexes).find(([name]) => name === table);
  const covered = new Set<string>(named?.[1].map((column) => `${table}.${column}`));
  return columns.every((column) => covered.has(column)) ? (table as keyof typeof wordIndexes) : undefined;
}

const partsOf = (table: keyof typeof wordIndexes): RawBuilder<unknown> =>
  sql`word_parts(${sql.join(wordIndexes[table].map((column) => sql.ref(`${table}.${column}`)))})`;

/** Rows that an index gives for a word: those that hold it, and a few others. */
const near = (table: keyof typeof wordIndexes, word: string): RawBuilder<boolean> =>
  sql<boolean>`${partsOf(table)} @> parts_of_word(${word}::text)`;

/**
 * Does a text hold a word as it was typed, capitals aside. Signs that mean something to `like` mean nothing here.
 * @param columns of the query it stands in, `table.column`, one of which has to hold it
 * @param found whether an index is asked, where the columns have one
 */
export function holdsWord(
  columns: string | readonly string[],
  word: string,
  found: WordSearch = 'byIndex',
): RawBuilder<boolean> {
  const all = typeof columns === 'string' ? [columns] : columns;
  const held = sql<boolean>`(${sql.join(
    all.map((column) => sql`strpos(lower(${sql.ref(column)}), lower(${word})) > 0`),
    sql` or `,
  )})`;
  const table = found === 'byIndex' ? indexOf(all) : undefined;
  // Apart from each other, so that the index answers alone and its rows are only compared.
  return table ? sql<boolean>`(${near(table, word)} and ${held})` : held;
}

interface Explained {
  'QUERY PLAN': readonly { Plan: { Plans?: readonly { 'Plan Rows': number }[] } }[];
}

async function askPlanner(db: DbOrTrx, table: keyof typeof wordIndexes, word: string): Promise<number> {
  const { rows } = await sql<Explained>`explain (format json)
    select 1 from ${sql.table(table)} where ${near(table, word)}
    union all select 1 from ${sql.table(table)}`.execute(db);
  const [held, all] = rows[0]?.['QUERY PLAN'][0]?.Plan.Plans ?? [];
  return (held?.['Plan Rows'] ?? 0) / Math.max(1, all?.['Plan Rows'] ?? 0);
}

/** Pages of one search follow each other; what is forgotten is asked again. */
const asked = new WeakMap<DbOrTrx, Map<string, number>>();
const askedMost = 200;

/**
 * What share of all rows holds a word, by what the planner has learnt of the index; 0 where the columns have none.
 * Costs no look at a row.
 */
export async function shareOfWord(db: DbOrTrx, columns: readonly string[], word: string): Promise<number> {
  const table = indexOf(columns);
  if (!table) return 0;
  const known = asked.get(db) ?? new Map<string, number>();
  asked.set(db, known);
  const name = `${table} ${word}`;
  const share = known.get(name) ?? (await askPlanner(db, table, word));
  if (known.size >= askedMost) known.clear();
  known.set(name, share);
  return share;
}

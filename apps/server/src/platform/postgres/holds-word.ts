import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../runtime.ts';

/** Columns whose words an index finds, by table and in the order of its index `<table>_words`. */
export const wordIndexes = {
  device: ['name', 'sn'],
  dock: ['name', 'sn'],
  drone: ['name', 'sn'],
  member: ['name', 'account', 'phone'],
  route: ['name'],
  task: ['name'],
  work_order: ['name', 'class', 'remark'],
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

/** What is known of a word before any row is looked at. */
export interface WordEstimate {
  /** Rows that likely hold it. */
  rows: number;
  /** What share of all rows these are. */
  share: number;
}

async function askPlanner(db: DbOrTrx, table: keyof typeof wordIndexes, word: string): Promise<WordEstimate> {
  const { rows } = await sql<Explained>`explain (format json)
    select 1 from ${sql.table(table)} where ${near(table, word)}
    union all select 1 from ${sql.table(table)}`.execute(db);
  const [held, all] = (rows[0]?.['QUERY PLAN'][0]?.Plan.Plans ?? []).map((plan) => plan['Plan Rows']);
  return { rows: held ?? 0, share: (held ?? 0) / Math.max(1, all ?? 0) };
}

/** Pages of one search follow each other; what is forgotten is asked again. */
const asked = new WeakMap<DbOrTrx, Map<string, WordEstimate>>();
const askedMost = 200;

/**
 * How many rows hold a word, by what the planner has learnt of the index; undefined where the columns have none. Costs
 * no look at a row.
 */
export async function estimateWord(
  db: DbOrTrx,
  columns: readonly string[],
  word: string,
): Promise<WordEstimate | undefined> {
  const table = indexOf(columns);
  if (!table) return undefined;
  const known = asked.get(db) ?? new Map<string, WordEstimate>();
  asked.set(db, known);
  const name = `${table} ${word}`;
  const estimate = known.get(name) ?? (await askPlanner(db, table, word));
  if (known.size >= askedMost) known.clear();
  known.set(name, estimate);
  return estimate;
}

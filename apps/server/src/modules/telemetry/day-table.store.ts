import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/runtime.ts';

/** The tables of which a day, UTC, is a partition. What a day is and how it is exchanged, migration 0790 says. */
export type DayTable = 'dock_history' | 'drone_telemetry';

/** Days that one run lays out, each in a transaction of its own. */
const daysMost = 100;
/** A rest is divided in three steps; a fourth sets a bound anew that came too near. */
const stepsMost = 5;

const answerOf = async <T>(db: Db, statement: RawBuilder<{ answer: T }>): Promise<T> => {
  const { rows } = await statement.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database gave no answer about the days of a table');
  return row.answer;
};

/**
 * Sees that the next two days have partitions, and gives one to every past day of which rows lie among the rest.
 * @param now epoch ms
 */
export const layOutDays = async (db: Db, table: DayTable, now: number): Promise<void> => {
  for (let left = daysMost; left > 0; left -= 1) {
    const more = await answerOf(
      db,
      sql<{
        answer: boolean;
      }>`select day_table_lay_out(${table}, ${new Date(now)}::timestamptz) as answer`,
    );
    if (!more) return;
  }
};

/**
 * Thins every day that ended before a moment, each once and in a transaction of its own.
 * @param before epoch ms
 * @param seconds of which one row a device stays
 */
export const thinDays = async (
  db: Db,
  table: DayTable,
  { before, seconds }: { before: number; seconds: number },
): Promise<void> => {
  const thinNext = () =>
    answerOf(
      db,
      sql<{ answer: boolean }>`select
        day_table_thin(${table}, ${new Date(before)}::timestamptz, ${seconds}::float8) as answer`,
    );
  while (await thinNext());
};

/**
 * Makes of a rest of many rows, such as the table of the release before, the partition of everything before a day.
 * @param now epoch ms
 * @returns false while it cannot: rows of a day that has not come lie there, by a clock that was wrong
 * @throws what kept a step from being done; the next call goes on with it
 */
export const divideRest = async (db: Db, table: DayTable, now: number): Promise<boolean> => {
  const step = () =>
    answerOf(
      db,
      sql<{
        answer: string;
      }>`select day_table_divide(${table}, ${new Date(now)}::timestamptz) as answer`,
    );
  for (let left = stepsMost; left > 0; left -= 1) {
    const answer = await step();
    if (answer === 'done') return true;
    if (answer === 'ahead') return false;
  }
  throw new Error(`the rest of ${table} is not divided yet`);
};

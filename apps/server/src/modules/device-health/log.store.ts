import { limits } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

/** Where one stands in a log that is read newest first. */
export interface Place {
  at: Date;
  oid: string;
}

/** Filters that every log of devices knows. */
export interface LogFilter {
  from?: number | undefined;
  to?: number | undefined;
  keyword?: string | undefined;
  dockOID?: string | undefined;
  droneOID?: string | undefined;
  flightOID?: string | undefined;
  groupOID?: string | undefined;
}
export interface CodedFilter extends LogFilter {
  level?: number | undefined;
  module?: number | undefined;
  code?: string | undefined;
  inTheSky?: boolean | undefined;
  handled?: boolean | undefined;
}

/** A log as a table: which column is its time, and what else a keyword is looked for in. */
export interface LogTable {
  name: 'device_health' | 'device_exception' | 'device_message';
  time: 'first_at' | 'at';
  hides: boolean;
  columns: RawBuilder<unknown>;
}

export type Condition = RawBuilder<boolean>;
/** What an index can find, and what has to be looked for row by row. */
export interface Wanted {
  found: readonly Condition[];
  /** Null: no word is looked for. */
  searched: Condition | null;
}
const yes = sql<boolean>`true`;
const all = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`${sql.join(conditions, sql` and `)}`;
export const any = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

export const sameOid = (oid: string): Condition => sql<boolean>`log.oid = ${oid}::uuid`;

export const dockNamed = (word: string): Condition =>
  sql<boolean>`log.dock_oid in (select oid from dock where ${holdsWord('dock.name', word)})`;

/** Conditions of a caller's scope and of the filters that every log knows. */
export const scoped = (table: LogTable, caller: Caller, filter: LogFilter): Condition[] => {
  const time = sql.ref(`log.${table.time}`);
  return [
    sql<boolean>`log.group_root = ${caller.groupRoot}::uuid`,
    inScope('log.group_oid', caller, filter.groupOID),
    table.hides ? sql<boolean>`log.hidden_at is null` : yes,
    filter.from === undefined ? yes : sql<boolean>`${time} >= ${new Date(filter.from)}`,
    filter.to === undefined ? yes : sql<boolean>`${time} < ${new Date(filter.to)}`,
    filter.dockOID === undefined ? yes : sql<boolean>`log.dock_oid = ${filter.dockOID}::uuid`,
    filter.droneOID === undefined ? yes : sql<boolean>`log.drone_oid = ${filter.droneOID}::uuid`,
    filter.flightOID === undefined ? yes : sql<boolean>`log.flight_oid = ${filter.flightOID}::uuid`,
  ];
};

/** Conditions of logs whose rows carry a code. */
export const coded = (filter: CodedFilter): Condition[] => [
  filter.level === undefined ? yes : sql<boolean>`log.level = ${filter.level}`,
  filter.module === undefined ? yes : sql<boolean>`log.module = ${filter.module}`,
  filter.code === undefined ? yes : sql<boolean>`lower(log.code) = lower(${filter.code})`,
  filter.inTheSky === undefined ? yes : sql<boolean>`log.in_the_sky = ${filter.inTheSky}`,
  filter.handled === undefined
    ? yes
    : filter.handled
      ? sql<boolean>`log.note is not null`
      : sql<boolean>`log.note is null`,
];

/**
 * A word in code, meaning, note or name of the dock.
 * @param codes those whose meaning holds the word, in lower case
 */
export const saying = (word: string | undefined, codes: readonly string[]): Condition | null =>
  word
    ? any([
        holdsWord('log.code', word),
        holdsWord('log.note', word),
        dockNamed(word),
        codes.length > 0 ? sql<boolean>`lower(log.code) = any(${[...codes]}::text[])` : sql<boolean>`false`,
      ])
    : null;

const names = sql`
  (select name from department where department.oid = log.group_oid) as group_name,
  (select name from dock where dock.oid = log.dock_oid) as dock_name,
  (select name from drone where drone.oid = log.drone_oid) as drone_name`;

/**
 * Rows that are wanted. A word is looked for in the newest rows only, as many as a person waits for: nothing helps to
 * find it but to read them.
 */
const wantedRows = (table: LogTable, { found, searched }: Wanted): RawBuilder<unknown> => {
  const rows = sql`select * from ${sql.table(table.name)} as log where ${all(found)}`;
  if (searched === null) return rows;
  const newest = sql`${rows} order by ${sql.ref(`log.${table.time}`)} desc limit ${limits.deviceHealth.searchRows}`;
  return sql`select * from (${newest}) as log where ${searched}`;
};

/** Rows of a log, newest first. `after` goes on where an earlier piece ended. */
export async function readLog<Row>(
  db: DbOrTrx,
  table: LogTable,
  wanted: Wanted,
  piece: { limit: number; offset?: number; after?: Place | null },
): Promise<Row[]> {
  const time = sql.ref(`log.${table.time}`);
  const after = piece.after
    ? sql<boolean>`(${time}, log.oid) < (${piece.after.at}, ${piece.after.oid}::uuid)`
    : null;
  // With a word the newest rows stay the same for every piece; without, the index goes on where the piece ended.
  const within =
    wanted.searched === null
      ? { found: after ? [...wanted.found, after] : wanted.found, searched: null }
      : { ...wanted, searched: after ? sql<boolean>`${wanted.searched} and ${after}` : wanted.searched };
  // Names are looked up for the rows that are shown, never for those that are skipped.
  const { rows } = await sql<Row>`
    select log.*, ${names}${table.columns} from (
      ${wantedRows(table, within)}
      order by ${time} desc, log.oid desc limit ${piece.limit} offset ${piece.offset ?? 0}) as log
    order by ${time} desc, log.oid desc`.execute(db);
  return rows;
}

/** How many rows match, counted to a limit: beyond it the figure says nothing and costs much. */
export async function countLog(db: DbOrTrx, table: LogTable, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      ${wantedRows(table, wanted)} limit ${limits.deviceHealth.countMost}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

type Handled = 'device_health' | 'device_exception';

/** @returns false when the row is not there, hidden or outside the scope. */
export async function writeNote(
  db: DbOrTrx,
  table: Handled,
  caller: Caller,
  change: { oid: string; note: string | null; at: Date },
): Promise<boolean> {
  const by = change.note === null ? null : caller.memberOID;
  const result = await db
    .updateTable(table)
    .set({ note: change.note, noted_by: by, noted_at: change.note === null ? null : change.at })
    .where('oid', '=', change.oid)
    .where('hidden_at', 'is', null)
    .where('group_root', '=', caller.groupRoot)
    .where(inScope(`${table}.group_oid`, caller))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Takes rows out of the lists. @returns how many of them were there to hide. */
export async function hideRows(
  trx: DbOrTrx,
  table: Handled,
  caller: Caller,
  oids: readonly string[],
  at: Date,
): Promise<number> {
  const result = await trx
    .updateTable(table)
    .set({ hidden_at: at })
    .where('oid', 'in', [...oids])
    .where('hidden_at', 'is', null)
    .where('group_root', '=', caller.groupRoot)
    .where(inScope(`${table}.group_oid`, caller))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

import { limits } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { equals, keywordBy, type Condition } from '../../platform/list/index.ts';
import { holdsWord } from '../../platform/postgres/index.ts';

type LogName = 'device_health' | 'device_exception' | 'device_message';
type CodedName = Exclude<LogName, 'device_message'>;

const ref = (table: LogName, column: string): RawBuilder<unknown> => sql.ref(`${table}.${column}`);
const named = <V extends string | null>(other: string, oid: RawBuilder<unknown>): RawBuilder<V> =>
  sql<V>`(select name from ${sql.table(other)} where ${sql.ref(`${other}.oid`)} = ${oid})`;
const any = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** What every log of devices has in common; it is read newest first. */
export const logOf = (table: LogName, time: 'first_at' | 'at') =>
  ({
    scope: 'department',
    sort: { '-at': sql`${ref(table, time)} desc, ${ref(table, 'oid')} desc` },
    order: '-at',
    countMost: limits.deviceHealth.countMost,
    searchMost: limits.deviceHealth.searchRows,
  }) as const;

/** Where and of what a row of a log is. */
export const placeColumns = (table: LogName) =>
  ({
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: named<string>('department', ref(table, 'group_oid')),
    dockOID: 'dock_oid',
    dockName: named<string>('dock', ref(table, 'dock_oid')),
    droneOID: 'drone_oid',
    droneName: named<string | null>('drone', ref(table, 'drone_oid')),
    flightOID: 'flight_oid',
  }) as const;

/** A code, and what somebody did about it. */
export const codedColumns = (table: CodedName) =>
  ({
    code: 'code',
    level: 'level',
    module: 'module',
    inTheSky: 'in_the_sky',
    note: 'note',
    notedBy: named<string | null>('member', ref(table, 'noted_by')),
    notedAt: 'noted_at',
  }) as const;

export const placeFilters = (table: LogName, time: 'first_at' | 'at') => ({
  from: (value: number) => sql<boolean>`${ref(table, time)} >= ${new Date(value)}`,
  to: (value: number) => sql<boolean>`${ref(table, time)} < ${new Date(value)}`,
  dockOID: equals(`${table}.dock_oid`),
  droneOID: equals(`${table}.drone_oid`),
  flightOID: equals(`${table}.flight_oid`),
});

/** A word in columns of a log or the name of the dock, or whatever else it finds. */
export const logKeyword = (
  table: LogName,
  columns: readonly string[],
  found: (word: string) => readonly Condition[],
) =>
  keywordBy((word) =>
    any([
      ...columns.map((column) => holdsWord(`${table}.${column}`, word)),
      sql<boolean>`${ref(table, 'dock_oid')} in (select oid from dock where ${holdsWord('dock.name', word)})`,
      ...found(word),
    ]),
  );

/** @param codesSaying codes whose meaning holds a word, in lower case */
export const codedFilters = (table: CodedName, codesSaying: (word: string) => readonly string[]) => ({
  level: equals(`${table}.level`),
  module: equals(`${table}.module`),
  code: (value: string) => sql<boolean>`lower(${ref(table, 'code')}) = lower(${value})`,
  inTheSky: equals(`${table}.in_the_sky`),
  handled: (value: boolean) => sql<boolean>`${ref(table, 'note')} is ${value ? sql`not null` : sql`null`}`,
  keyword: logKeyword(table, ['code', 'note'], (word) => [
    sql<boolean>`lower(${ref(table, 'code')}) = any(${[...codesSaying(word)]}::text[])`,
  ]),
});

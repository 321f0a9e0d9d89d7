import type { ErrorRecord } from '@eyrie/domain';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { CodedFilter, Condition, LogTable } from './log.store.ts';

export interface ErrorFilter extends CodedFilter {
  family?: ErrorRecord['family'] | undefined;
  source?: ErrorRecord['source'] | undefined;
}
export const errorTable: LogTable = {
  name: 'device_exception',
  time: 'at',
  hides: true,
  columns: sql`, (select name from member where member.oid = log.noted_by) as noted_by_name`,
};

export const errorConditions = (filter: ErrorFilter): Condition[] => [
  filter.family === undefined ? sql<boolean>`true` : sql<boolean>`log.family = ${filter.family}`,
  filter.source === undefined ? sql<boolean>`true` : sql<boolean>`log.source = ${filter.source}`,
];

export type ErrorRow = Selectable<Database['device_exception']> & {
  group_name: string;
  dock_name: string;
  drone_name: string | null;
  noted_by_name: string | null;
};

/** A record without what depends on the caller and on the table of codes. */
export const presentError = (row: ErrorRow): Omit<ErrorRecord, 'allowed' | 'explanation'> => ({
  oid: row.oid,
  groupOID: row.group_oid,
  groupRoot: row.group_root,
  groupName: row.group_name,
  dockOID: row.dock_oid,
  dockName: row.dock_name,
  droneOID: row.drone_oid,
  droneName: row.drone_name,
  flightOID: row.flight_oid,
  code: row.code,
  level: row.level,
  module: row.module,
  inTheSky: row.in_the_sky,
  family: row.family,
  source: row.source,
  method: row.method,
  commandOID: row.command_oid,
  detail: row.detail,
  at: row.at.getTime(),
  note: row.note,
  notedBy: row.noted_by_name,
  notedAt: row.noted_at?.getTime() ?? null,
});

export const insertErrors = async (
  db: DbOrTrx,
  rows: readonly Insertable<Database['device_exception']>[],
): Promise<void> => {
  if (rows.length > 0)
    await db
      .insertInto('device_exception')
      .values([...rows])
      .execute();
};

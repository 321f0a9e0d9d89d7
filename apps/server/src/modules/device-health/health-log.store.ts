import type { HealthRecord } from '@eyrie/domain';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { CodedFilter, Condition, LogTable } from './log.store.ts';

export interface HealthFilter extends CodedFilter {
  device?: 'dock' | 'drone' | undefined;
  state?: 'open' | 'cleared' | undefined;
}
export const healthTable: LogTable = {
  name: 'device_health',
  time: 'first_at',
  hides: true,
  columns: sql`, (select name from member where member.oid = log.noted_by) as noted_by_name`,
};

export const healthConditions = (filter: HealthFilter): Condition[] => [
  filter.device === undefined ? sql<boolean>`true` : sql<boolean>`log.device = ${filter.device}`,
  filter.state === undefined
    ? sql<boolean>`true`
    : filter.state === 'open'
      ? sql<boolean>`log.cleared_at is null`
      : sql<boolean>`log.cleared_at is not null`,
];

export type HealthRow = Selectable<Database['device_health']> & {
  group_name: string;
  dock_name: string;
  drone_name: string | null;
  noted_by_name: string | null;
};

/** A record without what depends on the caller and on the table of codes. */
export const presentHealth = (row: HealthRow): Omit<HealthRecord, 'allowed' | 'explanation'> => ({
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
  device: row.device,
  args: row.args as Record<string, number | string>,
  firstAt: row.first_at.getTime(),
  lastAt: row.last_at.getTime(),
  clearedAt: row.cleared_at?.getTime() ?? null,
  note: row.note,
  notedBy: row.noted_by_name,
  notedAt: row.noted_at?.getTime() ?? null,
});

import { limits, type HealthComponent, type StandingAlarm } from '@eyrie/domain';
import { codesSaying, componentAlarms } from '@eyrie/dji';
import { sql } from 'kysely';
import { column, defineList, equals, inScope, type RowOf, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { codedColumns, codedFilters, logOf, placeColumns, placeFilters } from './log.store.ts';

export const alarmList = defineList({
  table: 'device_health',
  ...logOf('device_health', 'first_at'),
  deletedAt: 'hidden_at',
  unversioned: true,
  name: 'code',
  columns: {
    ...placeColumns('device_health'),
    ...codedColumns('device_health'),
    device: 'device',
    args: column<Record<string, number | string>>('args'),
    firstAt: 'first_at',
    lastAt: 'last_at',
    clearedAt: 'cleared_at',
  },
  detail: { notedByOID: 'noted_by' },
  filters: {
    ...placeFilters('device_health', 'first_at'),
    ...codedFilters('device_health', (word) => codesSaying('health', word)),
    device: equals('device_health.device'),
    component: (value: HealthComponent) => sql<boolean>`device_health.code ~* ${componentAlarms[value]}`,
    state: (value: 'open' | 'cleared') =>
      sql<boolean>`device_health.cleared_at is ${value === 'open' ? sql`null` : sql`not null`}`,
  },
});
export type AlarmRow = RowOf<typeof alarmList>;

interface StandingRow extends Omit<StandingAlarm, 'firstAt'> {
  firstAt: Date;
}

/**
 * The worst open caution or warning of every device in scope.
 * @returns one more than an answer holds, where there are more
 */
export const standingAlarms = async (db: DbOrTrx, scope: Scope): Promise<StandingAlarm[]> => {
  const { rows } = await sql<StandingRow>`
    select distinct on (health.dock_oid, health.device) health.dock_oid as "dockOID", health.device, health.code,
      health.level, health.module, health.in_the_sky as "inTheSky", health.args, health.first_at as "firstAt",
      (count(*) over (partition by health.dock_oid, health.device))::int as count
    from device_health health join dock on dock.oid = health.dock_oid and dock.deleted_at is null
    where health.cleared_at is null and health.hidden_at is null and health.level > 0
      and health.group_root = ${scope.groupRoot} and ${inScope('health.group_oid', scope)}
    order by health.dock_oid, health.device, health.level desc, health.first_at desc
    limit ${limits.deviceHealth.standingMost + 1}`.execute(db);
  return rows.map((row) => ({ ...row, firstAt: row.firstAt.getTime() }));
};

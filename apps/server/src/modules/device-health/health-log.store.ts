import type { HealthComponent } from '@eyrie/domain';
import { codesSaying, componentAlarms } from '@eyrie/dji';
import { sql } from 'kysely';
import { column, defineList, equals, type RowOf } from '../../platform/list/index.ts';
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

import type { DeviceKind, GimbalType, MaintenanceState, Standing } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import {
  ascending,
  column,
  defineList,
  descending,
  equals,
  keyword,
  versionOfRow,
  type Condition,
} from '../../platform/list/index.ts';

type Carried = Extract<DeviceKind, 'battery' | 'gimbal'>;
type Kind = Exclude<DeviceKind, 'drone'>;

const of = (table: string, name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`);
const standing = (table: string): RawBuilder<Standing> =>
  sql<Standing>`case when ${of(table, 'retired_at')} is not null then 'retired'
    when ${of(table, 'found')} then 'found' else 'inService' end`;

/** Columns that devices of every kind have, aircraft among them. */
export const deviceColumns = (table: 'device' | 'drone') =>
  ({
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`department.name`,
    name: 'name',
    sn: 'sn',
    vendor: column<'DJI' | 'own'>('vendor'),
    firmware: 'firmware',
    manufacturedAt: 'manufactured_at',
    found: 'found',
    retiredAt: 'retired_at',
    standing: standing(table),
    maintenance: column<MaintenanceState>('maintenance'),
    reportedFirmware: sql<string | null>`device_report.firmware`,
    seenAt: sql<Date | null>`device_report.seen_at`,
    createdAt: 'created_at',
    version: versionOfRow(table),
  }) as const;

/** What may be asked of them. */
export const deviceFilters = (table: 'device' | 'drone', online: RawBuilder<boolean>) => ({
  keyword: keyword(`${table}.name`, `${table}.sn`),
  online: (value: boolean): Condition => sql<boolean>`${online} = ${value}`,
  standing: (value: Standing): Condition => sql<boolean>`${standing(table)} = ${value}`,
  maintenance: equals(`${table}.maintenance`) as (value: MaintenanceState) => Condition,
});

export const deviceSort = (table: 'device' | 'drone') => ({
  name: [ascending(`${table}.name`)],
  createdAt: [ascending(`${table}.created_at`)],
  '-createdAt': [descending(`${table}.created_at`)],
});

/** The last report of a device, and what is known of the dock that it came by. */
const joins = sql`left join device_report on device_report.device_oid = device.oid
  left join dock_snapshot on dock_snapshot.dock_oid = device_report.dock_oid`;
const pageJoins = sql`inner join department on department.oid = device.group_oid
  left join dock on dock.oid = device_report.dock_oid and dock.deleted_at is null`;

const common = (kind: Kind) =>
  ({
    ...deviceColumns('device'),
    kind: column<Kind>('kind'),
    model: 'model',
    reportedModel: sql<string | null>`device_report.model`,
    dockOID: sql<string | null>`dock.oid`,
    dockName: sql<string | null>`dock.name`,
    percent: sql<number | null>`device_report.percent`,
    online: onlineOf(kind),
  }) as const;

/** It is heard of through an aircraft, or speaks for itself. */
const onlineOf = (kind: Kind): RawBuilder<boolean> =>
  kind === 'battery' || kind === 'gimbal'
    ? sql<boolean>`coalesce(device_report.drone_oid is not null and dock_snapshot.drone_online, false)`
    : sql<boolean>`coalesce(device_report.seen_at > now() - interval '90 seconds', false)`;

const listOf = (kind: Kind) =>
  ({
    scope: 'department',
    deletedAt: 'deleted_at',
    name: 'name',
    only: sql<boolean>`device.kind = ${sql.lit(kind)}`,
    joins,
    filters: deviceFilters('device', onlineOf(kind)),
    sort: deviceSort('device'),
    order: 'name',
  }) as const;

const carried = {
  whereabouts: sql<'mounted' | 'charging' | 'shelf'>`case when device_report.drone_oid is null then 'shelf'
    when dock_snapshot.dock_values -> 'drone_charge_state' ->> 'state' = '1' then 'charging' else 'mounted' end`,
  droneOID: sql<string | null>`drone.oid`,
  droneName: sql<string | null>`drone.name`,
  slot: sql<string | null>`device_report.slot`,
};
const carriedJoins = sql`${pageJoins}
  left join drone on drone.oid = device_report.drone_oid and drone.deleted_at is null`;

/** Devices that an aircraft carries. */
const carriedList = (kind: Carried) => ({ ...listOf(kind), pageJoins: carriedJoins });
const carriedColumns = (kind: Carried) => ({ ...common(kind), ...carried });

export const batteryList = defineList({
  table: 'device',
  ...carriedList('battery'),
  columns: {
    ...carriedColumns('battery'),
    cycles: sql<number | null>`device_report.cycles`,
    voltage: sql<number | null>`device_report.voltage`,
    temperature: sql<number | null>`device_report.temperature`,
    storedDays: sql<number | null>`device_report.stored_days`,
  },
});

/** Alarms of these codes are about camera and gimbal. */
const payloadAlarms = '^0x1[cd]';

export const gimbalList = defineList({
  table: 'device',
  ...carriedList('gimbal'),
  columns: {
    ...carriedColumns('gimbal'),
    type: column<GimbalType>('type'),
    status: sql<'normal' | 'abnormal'>`case when exists (
      select 1 from device_health health
      where health.dock_oid = device_report.dock_oid and health.drone_oid = device_report.drone_oid
        and health.cleared_at is null and health.hidden_at is null and health.code ~* ${payloadAlarms}
    ) then 'abnormal' else 'normal' end`,
  },
});

const selfSpeaking = (kind: Kind) =>
  defineList({ table: 'device', ...listOf(kind), pageJoins, columns: common(kind) });
export const remoteControllerList = selfSpeaking('remoteController');
export const robotList = selfSpeaking('robot');

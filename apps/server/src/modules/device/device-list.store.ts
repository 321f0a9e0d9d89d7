import { deviceFields, deviceIdentity, gimbalFields } from '@eyrie/domain';
import type {
  DeviceKind,
  DeviceRecord,
  MaintenanceState,
  OpenMode,
  Standing,
  UnfitReason,
  Whereabouts,
} from '@eyrie/domain';
import { componentAlarms } from '@eyrie/dji';
import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import {
  column,
  defineList,
  equals,
  keyword,
  storedColumns,
  versionOfRow,
  usualSort,
  type Condition,
  type ListShape,
} from '../../platform/list/index.ts';
import { flownJoins, upkeepCounted } from './device-counters.store.ts';

type Carried = Extract<DeviceKind, 'battery' | 'gimbal'>;
type Kind = Exclude<DeviceKind, 'drone'>;

const of = (table: string, name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`);
const standing = (table: string): RawBuilder<Standing> =>
  sql<Standing>`case when ${of(table, 'retired_at')} is not null then 'retired'
    when ${of(table, 'found')} then 'found' else 'inService' end`;

/** What made the maintenance of a row due that is not done yet, as its life says. */
const dueBy = (table: 'device' | 'drone' | 'dock') => sql<
  DeviceRecord['dueBy']
>`case when ${of(table, 'maintenance')} <> 'none'
  then (
    select case when event.event = 'due' then
      jsonb_build_object('programme', event.from_text, 'rule', event.to_text, 'reached', event.remark) end
    from device_event event
    where event.device_oid = ${of(table, 'oid')} and (event.event = 'due'
      or (event.event = 'maintenance' and event.to_text in ('none', 'awaiting')))
    order by event.at desc, event.id desc limit 1
  ) end`;

/** What made the maintenance of a dock due that is not done yet. */
export const dockDueBy = async (db: DbOrTrx, oid: string): Promise<DeviceRecord['dueBy']> => {
  const row = await db
    .selectFrom('dock')
    .select(dueBy('dock').as('dueBy'))
    .where('oid', '=', oid)
    .executeTakeFirst();
  return row?.dueBy ?? null;
};

/**
 * What stands against a device, as far as its own row says.
 * @param heard whether it ever said a word @param more what its kind has beside
 */
export const unfitBy = (
  table: 'device' | 'drone' | 'dock',
  heard: RawBuilder<boolean>,
  ...more: RawBuilder<unknown>[]
): RawBuilder<UnfitReason[]> =>
  sql<UnfitReason[]>`array_remove(array[
    case when ${of(table, 'retired_at')} is not null then 'retired' end,
    case when ${of(table, 'maintenance')} = 'under' then 'underMaintenance' end,
    case when ${of(table, 'maintenance')} = 'awaiting' then 'maintenanceDue' end
    ${more.length > 0 ? sql`, ${sql.join(more)}` : sql``},
    case when not ${heard} then 'unheard' end
  ]::text[], null)`;

/** The last report of a device and its last maintenance, of the rows of a page. */
export const reportJoins = (table: 'device' | 'drone'): RawBuilder<unknown> =>
  sql`left join device_upkeep on device_upkeep.device_oid = ${of(table, 'oid')}
    ${table === 'drone' ? flownJoins : sql``}`;

/** Columns that devices of every kind have, aircraft among them. */
export const deviceColumns = (table: 'device' | 'drone', unfit: RawBuilder<UnfitReason[]>) =>
  ({
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`department.name`,
    ...storedColumns(deviceIdentity),
    ...storedColumns(deviceFields),
    found: 'found',
    retiredAt: 'retired_at',
    standing: standing(table),
    maintenance: column<MaintenanceState>('maintenance'),
    reportedFirmware: sql<string | null>`device_report.firmware`,
    seenAt: sql<Date | null>`device_report.seen_at`,
    createdAt: 'created_at',
    version: versionOfRow(table),
    counted: upkeepCounted(table),
    dueBy: dueBy(table),
    unfit,
  }) as const;

/** What may be asked of them. */
export const deviceFilters = (
  table: 'device' | 'drone',
  online: RawBuilder<boolean>,
  unfit: RawBuilder<UnfitReason[]>,
) => ({
  airworthy: (value: boolean): Condition => sql<boolean>`(cardinality(${unfit}) = 0) = ${value}`,
  keyword: keyword(`${table}.name`, `${table}.sn`),
  online: (value: boolean): Condition => sql<boolean>`${online} = ${value}`,
  standing: (value: Standing): Condition => sql<boolean>`${standing(table)} = ${value}`,
  maintenance: equals(`${table}.maintenance`) as (value: MaintenanceState) => Condition,
});

export const deviceSort = (table: 'device' | 'drone') => usualSort(table);

/** The list of any kind of device, as far as those of every kind go. */
export type DeviceList = ListShape<
  'device' | 'drone',
  ReturnType<typeof deviceColumns> & { reportedModel: RawBuilder<string | null> },
  ReturnType<typeof deviceFilters>,
  ReturnType<typeof deviceSort>
>;

const alarmed = (level: number) => sql<boolean>`exists (
  select 1 from device_health health
  where health.dock_oid = device_report.dock_oid and health.drone_oid = device_report.drone_oid
    and health.cleared_at is null and health.level >= ${sql.lit(level)} and health.code ~* ${componentAlarms.payload})`;

const reportHeard = sql<boolean>`(device_report.seen_at is not null)`;
const heardOf: Partial<Record<Kind, RawBuilder<boolean>>> = {
  robot: sql<boolean>`(dock_snapshot.last_seen_at is not null)`,
};
const unfitOf = (kind: Kind): RawBuilder<UnfitReason[]> =>
  unfitBy(
    'device',
    heardOf[kind] ?? reportHeard,
    // The pre-flight check grounds for red alarms alone.
    ...(kind === 'gimbal' ? [sql`case when ${alarmed(2)} then 'alarm' end`] : []),
  );

/** The last report of a device, and what is known of the dock that it came by. */
const joins = sql`left join device_report on device_report.device_oid = device.oid
  left join dock_snapshot on dock_snapshot.dock_oid = device_report.dock_oid and exists (
    select 1 from dock heard where heard.oid = device_report.dock_oid and heard.deleted_at is null)`;
const pageJoins = sql`${reportJoins('device')}
  inner join department on department.oid = device.group_oid
  left join dock on dock.oid = device_report.dock_oid and dock.deleted_at is null`;

const common = (kind: Kind) =>
  ({
    ...deviceColumns('device', unfitOf(kind)),
    kind: column<Kind>('kind'),
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
    filters: deviceFilters('device', onlineOf(kind), unfitOf(kind)),
    sort: deviceSort('device'),
    order: 'name',
  }) as const;

/** A gimbal is never charged: what charges is the battery beside it. */
const whereaboutsOf = (kind: Carried) =>
  sql<Whereabouts>`case when device_report.drone_oid is null then 'shelf'
    when ${kind === 'battery' ? sql`dock_snapshot.dock_values -> 'drone_charge_state' ->> 'state' = '1'` : sql`false`}
    then 'charging' else 'mounted' end`;
const carried = {
  droneOID: sql<string | null>`drone.oid`,
  droneName: sql<string | null>`drone.name`,
  slot: sql<string | null>`device_report.slot`,
};
const carriedJoins = sql`${pageJoins}
  left join drone on drone.oid = device_report.drone_oid and drone.deleted_at is null`;

/** Devices that an aircraft carries. */
const carriedList = (kind: Carried) => ({ ...listOf(kind), pageJoins: carriedJoins });
const carriedFilters = (kind: Carried) => ({
  ...listOf(kind).filters,
  whereabouts: (value: Whereabouts): Condition => sql<boolean>`${whereaboutsOf(kind)} = ${value}`,
});
const carriedColumns = (kind: Carried) => ({
  ...common(kind),
  ...carried,
  whereabouts: whereaboutsOf(kind),
});

/** The same as `replaceSoonOf` of the domain, for the rows of a list. */
const replaceSoon = sql<boolean>`exists (
  select 1 from maintenance_programme programme
  where programme.group_root = device.group_root and programme.kind = 'battery' and programme.deleted_at is null
    and (programme.model = '' or lower(programme.model) = lower(coalesce(device_report.model, device.model)))
    and (device_report.cycles >= programme.replace_cycles
      or device_report.stored_days >= programme.replace_stored_days
      or round(device_report.spread * 1000) >= programme.replace_spread))`;

export const batteryList = defineList({
  table: 'device',
  ...carriedList('battery'),
  filters: {
    ...carriedFilters('battery'),
    replaceSoon: (value: boolean): Condition => sql<boolean>`${replaceSoon} = ${value}`,
  },
  columns: {
    ...carriedColumns('battery'),
    cycles: sql<number | null>`device_report.cycles`,
    voltage: sql<number | null>`device_report.voltage`,
    temperature: sql<number | null>`device_report.temperature`,
    storedDays: sql<number | null>`device_report.stored_days`,
    spread: sql<number | null>`device_report.spread`,
    // How its dock stores it, while both are heard of.
    held: sql`case when device_report.drone_oid is not null and dock_snapshot.online
      then jsonb_build_object('battery_store_mode', dock_snapshot.dock_values -> 'battery_store_mode') end`,
  },
});

export const gimbalList = defineList({
  table: 'device',
  ...carriedList('gimbal'),
  filters: carriedFilters('gimbal'),
  columns: {
    ...carriedColumns('gimbal'),
    ...storedColumns(gimbalFields),
    status: sql<'normal' | 'abnormal'>`case when ${alarmed(0)} then 'abnormal' else 'normal' end`,
  },
});

const selfSpeaking = (kind: Kind) =>
  defineList({ table: 'device', ...listOf(kind), pageJoins, columns: common(kind) });
export const remoteControllerList = selfSpeaking('remoteController');

/** A robot signs in for itself: the link under its oid says whether it is there, and what it said last. */
const robotOnline = sql<boolean>`coalesce(dock_snapshot.online and link.oid is not null, false)`;
const openState = (field: string): RawBuilder<string | null> =>
  sql<string | null>`dock_snapshot.dock_values #>> ${sql.lit(`{open_state,${field}}`)}`;

export const robotList = defineList({
  table: 'device',
  ...listOf('robot'),
  filters: deviceFilters('device', robotOnline, unfitOf('robot')),
  joins: sql`left join device_report on device_report.device_oid = device.oid
    left join dock link on link.oid = device.oid and link.deleted_at is null
    left join dock_snapshot on dock_snapshot.dock_oid = link.oid`,
  pageJoins,
  columns: {
    ...common('robot'),
    online: robotOnline,
    signsIn: sql<boolean>`link.oid is not null`,
    mode: openState('mode') as RawBuilder<OpenMode | null>,
    fault: openState('fault,text'),
    lng: sql<number | null>`dock_snapshot.lng`,
    lat: sql<number | null>`dock_snapshot.lat`,
  },
});

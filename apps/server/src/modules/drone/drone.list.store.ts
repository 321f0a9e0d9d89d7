import { droneFields } from '@eyrie/domain';
import { sql } from 'kysely';
import { column, defineList, storedColumns, usedBy } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { deviceColumns, deviceFilters, deviceSort, reportJoins, unfitBy } from '../device/index.ts';
import type { UnfitReason } from '@eyrie/domain';

const online = sql<boolean>`coalesce(dock_snapshot.drone_online, false)`;

/** Of a row of `drone` beside the snapshot of its dock. */
export const unfitDrone = unfitBy(
  'drone',
  // One that was typed right says so by its reports alone.
  sql<boolean>`(drone.heard or exists (select 1 from device_report said
    where said.device_oid = drone.oid and said.seen_at is not null))`,
  sql`case when drone.insurance_until < now() then 'insuranceOver' end`,
  sql`case when exists (
    select 1 from device_health health
    where health.dock_oid = drone.dock_oid and health.drone_oid = drone.oid and health.cleared_at is null
      and health.level >= 2) then 'alarm' end`,
  sql`case when exists (
    select 1 from device_report report join device on device.oid = report.device_oid and device.deleted_at is null
    where report.drone_oid = drone.oid and (device.maintenance <> 'none' or device.retired_at is not null)
  ) then 'carried' end`,
  // What the aircraft itself says of the firmware of its parts.
  sql`case when dock_snapshot.drone_values ->> 'compatible_status' = '1' then 'firmware' end`,
);
const joins = sql`left join dock_snapshot on dock_snapshot.dock_oid = drone.dock_oid`;

export const droneList = defineList({
  table: 'drone',
  scope: 'department',
  deletedAt: 'deleted_at',
  // Flights and telemetry name it while it is changed.
  lock: 'no key update',
  name: 'name',
  joins,
  pageJoins: sql`${reportJoins('drone')}
    inner join department on department.oid = drone.group_oid
    left join dock on dock.oid = drone.dock_oid and dock.deleted_at is null
    left join device_report on device_report.device_oid = drone.oid`,
  columns: {
    ...deviceColumns('drone', unfitDrone),
    model: column<string | null>('stated_model'),
    flownModel: 'model',
    heard: 'heard',
    // One that was typed right says its model by its reports alone.
    reportedModel: sql<
      string | null
    >`case when drone.heard or device_report.seen_at is not null then drone.model end`,
    dockOID: sql<string | null>`dock.oid`,
    dockName: sql<string | null>`dock.name`,
    online,
    flights: sql<number | null>`device_report.flights`,
    flightTime: sql<number | null>`device_report.flight_time`,
    distance: sql<number | null>`device_report.distance`,
    ...storedColumns(droneFields),
  },
  filters: deviceFilters('drone', online, unfitDrone),
  sort: deviceSort('drone'),
  order: 'name',
  holds: [
    usedBy('flight', {
      column: 'drone_oid',
      still: sql<boolean>`deleted_at is null`,
      link: (oid) => `#/TaskManagerNew?tab=flights&droneOID=${oid}`,
    }),
  ],
});

/** Why an aircraft, with what it carries, is not airworthy; null: nobody keeps a record of it. */
export async function unfitReasonsOf(db: DbOrTrx, droneOID: string): Promise<UnfitReason[] | null> {
  const { rows } = await sql<{ unfit: UnfitReason[] }>`select ${unfitDrone} as unfit from drone ${joins}
    where drone.oid = ${droneOID}::uuid and drone.deleted_at is null`.execute(db);
  return rows[0]?.unfit ?? null;
}

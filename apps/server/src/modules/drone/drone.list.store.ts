import { sql } from 'kysely';
import { defineList, usedBy } from '../../platform/list/index.ts';
import { deviceColumns, deviceFilters, deviceSort } from '../device/index.ts';

const online = sql<boolean>`coalesce(dock_snapshot.drone_online, false)`;

export const droneList = defineList({
  table: 'drone',
  scope: 'department',
  deletedAt: 'deleted_at',
  // Flights and telemetry name it while it is changed.
  lock: 'no key update',
  name: 'name',
  joins: sql`left join dock_snapshot on dock_snapshot.dock_oid = drone.dock_oid`,
  pageJoins: sql`inner join department on department.oid = drone.group_oid
    left join dock on dock.oid = drone.dock_oid and dock.deleted_at is null
    left join device_report on device_report.device_oid = drone.oid`,
  columns: {
    ...deviceColumns('drone'),
    model: 'stated_model',
    flownModel: 'model',
    heard: 'heard',
    reportedModel: sql<string | null>`case when drone.heard then drone.model end`,
    dockOID: sql<string | null>`dock.oid`,
    dockName: sql<string | null>`dock.name`,
    online,
    flights: sql<number | null>`device_report.flights`,
    flightTime: sql<number | null>`device_report.flight_time`,
    distance: sql<number | null>`device_report.distance`,
    insuranceCompany: 'insurance_company',
    policyNumber: 'policy_number',
    insuranceUntil: 'insurance_until',
    purchasedAt: 'purchased_at',
  },
  filters: deviceFilters('drone', online),
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

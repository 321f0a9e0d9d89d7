import { sql } from 'kysely';
import type { DockRecord } from '@eyrie/domain';
import {
  defineList,
  keyword,
  reading,
  versionOfRow,
  ascending,
  descending,
} from '../../platform/list/index.ts';

export const dockList = defineList({
  table: 'dock',
  scope: 'department',
  only: sql<boolean>`dock.kind = 'dock'`,
  deletedAt: 'deleted_at',
  lock: 'no key update',
  name: 'name',
  joins: sql`left join dock_snapshot on dock_snapshot.dock_oid = dock.oid`,
  pageJoins: sql`inner join department on department.oid = dock.group_oid
    left join drone on drone.dock_oid = dock.oid and drone.deleted_at is null`,
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`department.name`,
    name: 'name',
    sn: 'sn',
    model: 'model',
    vendor: 'vendor',
    online: sql<boolean>`coalesce(dock_snapshot.online, false)`,
    workState: sql<DockRecord['workState']>`dock_snapshot.work_state`,
    lng: sql<number | null>`dock_snapshot.lng`,
    lat: sql<number | null>`dock_snapshot.lat`,
    height: sql<number | null>`dock_snapshot.height`,
    lastSeen: sql<Date | null>`dock_snapshot.last_seen_at`,
    droneOID: sql<string | null>`drone.oid`,
    droneSn: sql<string | null>`drone.sn`,
    droneName: sql<string | null>`drone.name`,
    droneModel: sql<string | null>`drone.model`,
    windLimit: 'wind_limit',
    firmware: 'firmware',
    insuranceCompany: 'insurance_company',
    policyNumber: 'policy_number',
    insuranceUntil: 'insurance_until',
    maintenance: 'maintenance',
    bound: sql<boolean>`dock.bound_at is not null`,
    createdAt: 'created_at',
    version: versionOfRow('dock'),
  },
  filters: {
    keyword: keyword('dock.name', 'dock.sn'),
    online: (value: boolean) => sql<boolean>`coalesce(dock_snapshot.online, false) = ${value}`,
    workState: (value: NonNullable<DockRecord['workState']>) =>
      sql<boolean>`dock_snapshot.work_state = ${value}`,
  },
  sort: {
    name: [ascending('dock.name')],
    createdAt: [ascending('dock.created_at')],
    '-createdAt': [descending('dock.created_at')],
  },
  order: 'name',
});
export const docks = reading(dockList);

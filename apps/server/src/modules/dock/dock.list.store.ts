import { sql } from 'kysely';
import type { DockRecord, DockStanding, MaintenanceState, UnfitReason } from '@eyrie/domain';
import { defineList, keyword, reading, versionOfRow, usualSort } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { unfitBy } from '../device/index.ts';
import { unfitDrone } from '../drone/index.ts';

const standing = sql<DockStanding>`case when dock.retired_at is null then 'inService' else 'retired' end`;
/** Nobody hears a dock that is retired, whatever was known of it last. */
const online = sql<boolean>`coalesce(dock_snapshot.online and dock.retired_at is null, false)`;

/** Why a dock is not airworthy, its aircraft among it; of a row of `dock` beside its snapshot. */
export const unfitDock = unfitBy(
  'dock',
  sql<boolean>`(dock_snapshot.last_seen_at is not null)`,
  sql`case when dock.insurance_until < now() then 'insuranceOver' end`,
  sql`case when exists (
    select 1 from device_health health
    where health.dock_oid = dock.oid and health.device = 'dock' and health.cleared_at is null and health.level >= 2
  ) then 'alarm' end`,
  sql`case when exists (
    select 1 from drone where drone.dock_oid = dock.oid and drone.deleted_at is null and cardinality(${unfitDrone}) > 0
  ) then 'carried' end`,
);

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
    online,
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
    retiredAt: 'retired_at',
    standing,
    unfit: unfitDock,
    droneUnfit: sql<UnfitReason[]>`coalesce((select ${unfitDrone} from drone
      where drone.dock_oid = dock.oid and drone.deleted_at is null), '{}')`,
    bound: sql<boolean>`dock.bound_at is not null`,
    createdAt: 'created_at',
    version: versionOfRow('dock'),
  },
  filters: {
    keyword: keyword('dock.name', 'dock.sn'),
    online: (value: boolean) => sql<boolean>`${online} = ${value}`,
    standing: (value: DockStanding) => sql<boolean>`${standing} = ${value}`,
    maintenance: (value: MaintenanceState) => sql<boolean>`dock.maintenance = ${value}`,
    airworthy: (value: boolean) => sql<boolean>`(cardinality(${unfitDock}) = 0) = ${value}`,
    workState: (value: NonNullable<DockRecord['workState']>) =>
      sql<boolean>`dock_snapshot.work_state = ${value}`,
  },
  sort: usualSort('dock'),
  order: 'name',
});
export const docks = reading(dockList);

/** Why a dock is not airworthy. */
export async function unfitReasonsOfDock(db: DbOrTrx, dockOID: string): Promise<UnfitReason[]> {
  const { rows } = await sql<{ unfit: UnfitReason[] }>`select ${unfitDock} as unfit
    from dock left join dock_snapshot on dock_snapshot.dock_oid = dock.oid
    where dock.oid = ${dockOID}::uuid`.execute(db);
  return rows[0]?.unfit ?? [];
}

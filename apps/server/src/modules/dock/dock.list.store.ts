import { sql, type SelectQueryBuilder } from 'kysely';
import type { DockRecord, ParsedRequestOf, dockCalls } from '@eyrie/domain';
import { modelName } from '@eyrie/dji';
import type { Caller } from '../../platform/http/endpoint.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import { visibleBelow, visibleDepartments } from '../department/index.ts';

export type DockQuery = Partial<ParsedRequestOf<typeof dockCalls.query4Dep>>;

const joined = (db: DbOrTrx) =>
  db
    .selectFrom('dock')
    .innerJoin('department', 'department.oid', 'dock.group_oid')
    .leftJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
    .leftJoin('drone', (join) =>
      join.onRef('drone.dock_oid', '=', 'dock.oid').on('drone.deleted_at', 'is', null),
    )
    .where('dock.deleted_at', 'is', null);

const recordColumns = [
  'dock.oid',
  'dock.group_oid',
  'dock.group_root',
  'department.name as group_name',
  'dock.name',
  'dock.sn',
  'dock.model',
  'dock.vendor',
  'dock.wind_limit',
  'dock.firmware',
  'dock.insurance_company',
  'dock.policy_number',
  'dock.insurance_until',
  'dock.maintenance',
  'dock.created_at',
  'dock_snapshot.online',
  'dock_snapshot.work_state',
  'dock_snapshot.lng',
  'dock_snapshot.lat',
  'dock_snapshot.height',
  'dock_snapshot.last_seen_at',
  'drone.oid as drone_oid',
  'drone.sn as drone_sn',
  'drone.name as drone_name',
  'drone.model as drone_model',
] as const;

type Row = Awaited<ReturnType<typeof selectRecords>>[number];
const selectRecords = (db: DbOrTrx) => joined(db).select(recordColumns).execute();

const present = (row: Row, allowed: string[]): DockRecord => ({
  oid: row.oid,
  groupOID: row.group_oid,
  groupRoot: row.group_root,
  groupName: row.group_name,
  name: row.name,
  sn: row.sn,
  model: modelName(row.model),
  vendor: row.vendor,
  online: row.online ?? false,
  workState: (row.work_state as DockRecord['workState']) ?? null,
  lng: row.lng,
  lat: row.lat,
  height: row.height,
  lastSeen: row.last_seen_at?.getTime() ?? null,
  droneOID: row.drone_oid,
  droneSn: row.drone_sn,
  droneName: row.drone_name,
  droneModel: row.drone_model === null ? null : modelName(row.drone_model),
  windLimit: row.wind_limit,
  firmware: row.firmware,
  insuranceCompany: row.insurance_company,
  policyNumber: row.policy_number,
  insuranceUntil: row.insurance_until?.getTime() ?? null,
  maintenance: row.maintenance,
  createdAt: row.created_at.getTime(),
  allowed,
});

const filtered = <O>(
  query: SelectQueryBuilder<Database & { dock: Database['dock'] }, 'dock' | 'dock_snapshot', O>,
  caller: Caller,
  request: DockQuery,
) => {
  const scope = request.groupOID ? visibleBelow(caller, request.groupOID) : visibleDepartments(caller);
  let result = query.where(sql<boolean>`dock.group_oid in ${scope}`);
  if (request.keyword) result = result.where(holdsWord(['dock.name', 'dock.sn'], request.keyword));
  if (request.online !== undefined)
    result = result.where(sql<boolean>`coalesce(dock_snapshot.online, false) = ${request.online}`);
  if (request.workState) result = result.where('dock_snapshot.work_state', '=', request.workState);
  return result;
};

export const queryDocks = async (
  db: DbOrTrx,
  caller: Caller,
  request: DockQuery & { pageNum: number; pageSize: number },
  allowed: string[],
): Promise<DockRecord[]> => {
  const sorted = filtered(joined(db) as never, caller, request) as ReturnType<typeof joined>;
  const ordered =
    request.sort === 'createdAt'
      ? sorted.orderBy('dock.created_at', 'asc')
      : request.sort === '-createdAt'
        ? sorted.orderBy('dock.created_at', 'desc')
        : sorted.orderBy('dock.name', 'asc');
  const rows = await ordered
    .orderBy('dock.oid')
    .select(recordColumns)
    .limit(request.pageSize)
    .offset((request.pageNum - 1) * request.pageSize)
    .execute();
  return rows.map((row) => present(row, allowed));
};

export const countDocks = async (db: DbOrTrx, caller: Caller, request: DockQuery): Promise<number> => {
  const query = db
    .selectFrom('dock')
    .leftJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
    .where('dock.deleted_at', 'is', null);
  const row = await (filtered(query as never, caller, request) as typeof query)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

export const getDock = async (
  db: DbOrTrx,
  caller: Caller,
  oid: string,
  allowed: string[],
): Promise<DockRecord | null> => {
  const row = await joined(db)
    .select(recordColumns)
    .where('dock.oid', '=', oid)
    .where(sql<boolean>`dock.group_oid in ${visibleDepartments(caller)}`)
    .executeTakeFirst();
  return row ? present(row, allowed) : null;
};

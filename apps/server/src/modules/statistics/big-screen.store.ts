import { limits, taskTypes, type Names, type ResponseOf, type statisticsCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export const taskCounts = async (
  db: DbOrTrx,
  scope: Scope,
  groupOID?: string,
): Promise<ResponseOf<typeof statisticsCalls.screenTask>> => {
  const { rows } = await sql<{ type: string; count: number }>`select type, count(*)::int as count from task
    where deleted_at is null and group_root = ${scope.groupRoot}::uuid
      and ${inScope('task.group_oid', scope, groupOID)} group by type`.execute(db);
  const of = new Map(rows.map(({ type, count }) => [type, count]));
  const types = taskTypes.map((type) => ({ type, count: of.get(type) ?? 0 }));
  return { total: types.reduce((sum, { count }) => sum + count, 0), types };
};

/** What AI types are called, of those that are asked for by their codes. */
export const aiTypeNames = async (
  db: DbOrTrx,
  groupRoot: string,
  codes: readonly string[],
): Promise<{ code: string; names: Names }[]> => {
  const { rows } = await sql<{ code: string; names: Names }>`select code, names from listed_code
    where group_root = ${groupRoot}::uuid and list = 'aiType' and code = any(${codes}::text[])`.execute(db);
  return rows;
};

type Live = ResponseOf<typeof statisticsCalls.liveUav>;

/** Aircraft in the air as last stored, those heard last first. */
export const aircraftInAir = async (db: DbOrTrx, scope: Scope, groupOID?: string): Promise<Live> => {
  const { rows } = await sql<
    Omit<Live['list'][number], 'seenAt'> & { seenAt: Date | null; total: number }
  >`select drone.oid as "droneOID", drone.name as "droneName", dock.oid as "dockOID", dock.name as "dockName",
      dock_snapshot.drone_last_seen_at as "seenAt", (count(*) over ())::int as total,
      (select flight.oid from flight where flight.dock_oid = dock.oid and flight.state = 'inFlight' limit 1)
        as "flightOID"
    from dock_snapshot inner join dock on dock.oid = dock_snapshot.dock_oid and dock.deleted_at is null
      inner join drone on drone.dock_oid = dock.oid and drone.deleted_at is null
    where dock_snapshot.drone_online and dock_snapshot.drone_airborne
      and dock.group_root = ${scope.groupRoot}::uuid and ${inScope('dock.group_oid', scope, groupOID)}
    order by dock_snapshot.drone_last_seen_at desc nulls last, drone.oid
    limit ${limits.statistics.liveMost}`.execute(db);
  return {
    list: rows.map(({ total: _total, seenAt, ...row }) => ({ ...row, seenAt: seenAt?.getTime() ?? null })),
    total: rows[0]?.total ?? 0,
  };
};

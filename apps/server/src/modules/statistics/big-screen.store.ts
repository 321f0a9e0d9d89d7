import {
  limits,
  openOrderStates,
  orderAgeBounds,
  orderAges,
  taskTypes,
  type Names,
  type ResponseOf,
  type statisticsCalls,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { countInAir, inAirOf } from './statistics.store.ts';

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

/** Aircraft in the air as last stored, those heard last first; the total also counts those that nobody has registered. */
export const aircraftInAir = async (db: DbOrTrx, scope: Scope, groupOID?: string): Promise<Live> => {
  const { rows } = await sql<
    Omit<Live['list'][number], 'seenAt'> & { seenAt: Date | null }
  >`select drone.oid as "droneOID", drone.name as "droneName", dock.oid as "dockOID", dock.name as "dockName",
      dock.kind, dock_snapshot.drone_last_seen_at as "seenAt",
      (select flight.oid from flight where flight.dock_oid = dock.oid and flight.state = 'inFlight' limit 1)
        as "flightOID"
    from ${inAirOf(scope, groupOID, sql`inner join drone on drone.dock_oid = dock.oid and drone.deleted_at is null`)}
    order by dock_snapshot.drone_last_seen_at desc nulls last, drone.oid
    limit ${limits.statistics.liveMost}`.execute(db);
  return {
    list: rows.map(({ seenAt, ...row }) => ({ ...row, seenAt: seenAt?.getTime() ?? null })),
    total: await countInAir(db, scope, groupOID),
  };
};

/** Orders that are open, by state and age; classes without one count 0. */
export const openOrderAges = async (
  db: DbOrTrx,
  scope: Scope,
  groupOID?: string,
): Promise<ResponseOf<typeof statisticsCalls.orderAge>> => {
  const { rows } = await sql<{ state: string; at: number; count: number }>`select state,
      width_bucket(extract(epoch from now() - created_at) / 86400, ${[...orderAgeBounds]}::numeric[]) as at, count(*)::int as count
    from work_order where group_root = ${scope.groupRoot}::uuid and state = any(${[...openOrderStates]}::text[])
      and ${inScope('work_order.group_oid', scope, groupOID)} group by 1, 2`.execute(db);
  const of = (state: string, at: number): number =>
    rows.find((row) => row.state === state && row.at === at)?.count ?? 0;
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    states: openOrderStates.map((state) => ({
      state,
      ages: orderAges.map((age, at) => ({ age, count: of(state, at) })),
    })),
  };
};

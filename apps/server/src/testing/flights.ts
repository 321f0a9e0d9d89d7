import { sql } from 'kysely';
import type { Runtime } from '../platform/runtime.ts';

/** Rows around a flight, written past the rooms, for tests that only need them to be there. */
export function createTestFlights({ db, newOid }: Pick<Runtime, 'db' | 'newOid'>) {
  const place = async (account: string) => {
    const member = await db
      .selectFrom('member')
      .selectAll()
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    return { memberOID: member.oid, groupRoot: member.group_root, groupOID: member.group_oid };
  };

  return {
    /** @param part.proved whether the device spoke under this record; false in a database older than that */
    async dock(account: string, { proved = true } = {}): Promise<string> {
      const { groupRoot, groupOID } = await place(account);
      const oid = newOid();
      await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
        values (${oid}, ${groupRoot}, ${groupOID}, '机场', ${oid}, '3-2-0', 'DJI', '')`.execute(db);
      if (proved) await sql`update dock set proved_at = now() where oid = ${oid}`.execute(db);
      return oid;
    },
    async task(account: string): Promise<string> {
      const { groupRoot, groupOID, memberOID } = await place(account);
      const oid = newOid();
      await sql`insert into task (oid, group_root, group_oid, name, type, created_by)
        values (${oid}, ${groupRoot}, ${groupOID}, '任务', 'manual', ${memberOID})`.execute(db);
      return oid;
    },
    async route(account: string): Promise<string> {
      const { groupRoot, groupOID, memberOID } = await place(account);
      const oid = newOid();
      await sql`insert into route (oid, group_root, group_oid, name, type, creation_method, object_key, checksum,
          waypoint_count, length, duration, speed, height_mode, max_height, take_off_security_height, finish_action,
          warnings, waypoints, created_by)
        values (${oid}, ${groupRoot}, ${groupOID}, '航线', 'waypoint', 'DJI', ${oid}, 'x', 3, 1000, 120, 10,
          'relative', 80, 20, 'goHome', '[]', '[]', ${memberOID})`.execute(db);
      return oid;
    },
    async flight(
      account: string,
      part: { taskOID: string; routeOID: string; dockOID: string; state?: string; createdAt?: Date },
    ): Promise<string> {
      const { groupRoot, groupOID, memberOID } = await place(account);
      const oid = newOid();
      await sql`insert into flight (oid, group_root, group_oid, task_oid, route_oid, dock_oid, state, route_checksum,
          waypoint_count, return_altitude, lost_action, clarity, executor_oid, created_at)
        values (${oid}, ${groupRoot}, ${groupOID}, ${part.taskOID}, ${part.routeOID}, ${part.dockOID},
          ${part.state ?? 'created'}, 'x', 3, 100, 'return', 'hd', ${memberOID},
          ${part.createdAt ?? new Date()})`.execute(db);
      return oid;
    },
  };
}
export type TestFlights = ReturnType<typeof createTestFlights>;

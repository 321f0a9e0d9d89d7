import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** A route that nobody has judged since it is written down how long its whole flight takes. */
export interface UntimedRoute {
  oid: string;
  groupRoot: string;
  groupOID: string;
}

/** The next of them, in the order of their oids. */
export async function untimedRoutes(
  db: DbOrTrx,
  after: string | null,
  most: number,
): Promise<UntimedRoute[]> {
  const { rows } = await sql<UntimedRoute>`
    select oid, group_root as "groupRoot", group_oid as "groupOID" from route
    where flight_time is null and look is null and deleted_at is null
      and (${after}::uuid is null or oid > ${after}::uuid)
      and exists (select 1 from route_version where route_version.route_oid = route.oid)
    order by oid limit ${most}`.execute(db);
  return rows;
}

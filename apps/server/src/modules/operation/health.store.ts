import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export interface DockCounts {
  total: number;
  online: number;
}

/** Docks that the caller sees, and how many of them are connected. */
export const countDocks = (db: DbOrTrx, caller: Caller): Promise<DockCounts> =>
  db
    .selectFrom('dock')
    .leftJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where dock_snapshot.online))::int`.as('online'),
    ])
    .where('dock.deleted_at', 'is', null)
    .where('dock.group_root', '=', caller.groupRoot)
    .where(inScope('dock.group_oid', caller))
    .executeTakeFirstOrThrow();

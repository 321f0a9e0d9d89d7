import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

/** All timed tasks of a dock, or of a department and those below it, that a caller sees. */
export interface AllOf {
  dockOID?: string | undefined;
  groupOID?: string | undefined;
}

/**
 * Tasks that may be dealt with together: those to which it is done first, so that the same call again goes on.
 * @param wanted whether those come first that are paused, or those that run
 */
export const tasksOf = async (
  db: DbOrTrx,
  caller: Caller,
  { dockOID, groupOID }: AllOf,
  wanted: { paused: boolean; reason: string | null; most: number },
): Promise<{ oids: string[]; total: number }> => {
  const { paused, reason, most } = wanted;
  const at = dockOID === undefined ? sql`true` : sql`task.arrangement ->> 'dockOID' = ${dockOID}`;
  const first = sql`task.paused = ${paused} and ${reason === null ? sql`true` : sql`task.pause_reason = ${reason}`}`;
  // Of one that has no run left, and of one that is not paused where others are resumed, there is nothing to say.
  const concerned = paused ? sql`task.paused` : sql`not task.schedule_over`;
  const { rows } = await sql<{ oid: string; total: number }>`
    select task.oid, count(*) over ()::int as total from task
    where task.schedule_rule is not null and task.deleted_at is null and ${concerned}
      and ${inScope('task.group_oid', caller, groupOID)} and ${at}
    order by (${first}) desc, task.oid limit ${most}`.execute(db);
  return { oids: rows.map(({ oid }) => oid), total: rows[0]?.total ?? 0 };
};

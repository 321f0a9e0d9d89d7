import { sql } from 'kysely';
import type { BackupPlan } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface StoredPlan {
  enabled: boolean;
  hour: number;
  timeZone: string;
  keep: number;
  groupRoot: string;
  dueAt: Date;
}

const columns = [
  'enabled',
  'hour',
  'time_zone as timeZone',
  'keep',
  'group_root as groupRoot',
  'due_at as dueAt',
] as const;

export const readPlan = (db: DbOrTrx): Promise<StoredPlan | undefined> =>
  db.selectFrom('backup_plan').select(columns).executeTakeFirst();

export async function writePlan(trx: DbOrTrx, plan: StoredPlan): Promise<void> {
  const values = {
    enabled: plan.enabled,
    hour: plan.hour,
    time_zone: plan.timeZone,
    keep: plan.keep,
    group_root: plan.groupRoot,
    due_at: plan.dueAt,
  };
  await trx
    .insertInto('backup_plan')
    .values(values)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
    .execute();
}

/** Takes a due moment for this server. @returns false when another one has it, or the plan changed meanwhile. */
export async function takeDue(trx: DbOrTrx, before: Date, due: Date): Promise<boolean> {
  const result = await trx
    .updateTable('backup_plan')
    .set({ due_at: due })
    .where('enabled', '=', true)
    .where('due_at', '=', before)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What came of the last backup that the plan began. */
export async function lastPlanned(db: DbOrTrx): Promise<BackupPlan['last']> {
  const row = await db
    .selectFrom('work')
    .select(['state', 'created_at', 'ended_at', 'instance_id', 'result', 'error'])
    .where('kind', '=', 'backup')
    .where('owner_oid', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const name = row.result?.['name'];
  return {
    state: row.state,
    createdAt: row.created_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    instanceId: row.instance_id,
    name: typeof name === 'string' ? name : null,
    error: row.error,
  };
}

/** Everybody who runs the instance and can sign in. */
export async function operators(db: DbOrTrx): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('organisation', 'organisation.oid', 'member.group_root')
    .innerJoin('member_role', 'member_role.member_oid', 'member.oid')
    .innerJoin('role_resource', 'role_resource.role_oid', 'member_role.role_oid')
    .select('member.oid')
    .distinct()
    .where('role_resource.resource', '=', 'platform:operate')
    // The right counts in the first organisation alone.
    .where('organisation.first', '=', true)
    .where(sql<boolean>`member.enabled and not member.service and member.deleted_at is null`)
    .execute();
  return rows.map((row) => row.oid);
}

import { sql } from 'kysely';
import type { BackgroundState } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface NewWork {
  oid: string;
  kind: string;
  /** Who asked for it; null: the instance by itself. */
  ownerOID: string | null;
  groupRoot: string;
  request: Record<string, unknown>;
}

export interface WorkRow {
  oid: string;
  groupRoot: string;
  ownerOID: string | null;
  kind: string;
  state: BackgroundState;
  request: Record<string, unknown>;
  result: Record<string, unknown> | null;
  attempts: number;
}

export async function insertWork(db: DbOrTrx, work: NewWork, at: Date): Promise<void> {
  await db
    .insertInto('work')
    .values({
      oid: work.oid,
      group_root: work.groupRoot,
      owner_oid: work.ownerOID,
      kind: work.kind,
      request: JSON.stringify(work.request),
      created_at: at,
      updated_at: at,
    })
    .execute();
}

const columns = [
  'oid',
  'group_root as groupRoot',
  'owner_oid as ownerOID',
  'kind',
  'state',
  'request',
  'result',
  'attempts',
] as const;

export const workByOid = (db: DbOrTrx, oid: string): Promise<WorkRow | undefined> =>
  db.selectFrom('work').select(columns).where('oid', '=', oid).executeTakeFirst();

/** Other work of the same kind and organisation that waits. */
export async function queuedBefore(db: DbOrTrx, { oid, kind, groupRoot }: WorkRow): Promise<number> {
  const { count } = await db
    .selectFrom('work')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', '=', kind)
    .where('group_root', '=', groupRoot)
    .where('state', '=', 'queued')
    .where('oid', '<>', oid)
    .executeTakeFirstOrThrow();
  return count;
}

/** The same, held until the transaction ends. */
export const lockWork = (trx: DbOrTrx, oid: string): Promise<WorkRow | undefined> =>
  trx.selectFrom('work').select(columns).where('oid', '=', oid).forUpdate().executeTakeFirst();

/** Takes work that waits, or that a server died over. @returns false when it was cancelled or is over. */
export async function markRunning(
  db: DbOrTrx,
  oid: string,
  by: { instanceId: string; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('work')
    .set({
      state: 'running',
      attempts: sql`attempts + 1`,
      instance_id: by.instanceId,
      started_at: by.at,
      ended_at: null,
      error: null,
      updated_at: by.at,
    })
    .where('oid', '=', oid)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** @returns false when somebody cancelled it meanwhile. */
export async function writeProgress(
  db: DbOrTrx,
  oid: string,
  progress: { share: number; step: string | null; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('work')
    .set({ progress: progress.share, step: progress.step, updated_at: progress.at })
    .where('oid', '=', oid)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function markEnded(
  db: DbOrTrx,
  oid: string,
  end: {
    state: 'done' | 'failed' | 'queued';
    result?: Record<string, unknown>;
    error?: string | null;
    at: Date;
  },
): Promise<void> {
  await db
    .updateTable('work')
    .set({
      state: end.state,
      ...(end.state === 'done' ? { progress: 1 } : {}),
      ...(end.result ? { result: JSON.stringify(end.result) } : {}),
      error: end.error ?? null,
      ended_at: end.state === 'queued' ? null : end.at,
      updated_at: end.at,
    })
    .where('oid', '=', oid)
    .where('state', '=', 'running')
    .execute();
}

/** Fails work that has no attempts left. @returns false when it is over already */
export async function markLost(db: DbOrTrx, oid: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('work')
    .set({ state: 'failed', error: sql`coalesce(error, 'lost')`, ended_at: at, updated_at: at })
    .where('oid', '=', oid)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Puts ended work in the queue again, as if new. */
export async function markQueued(trx: DbOrTrx, oid: string, at: Date): Promise<void> {
  await trx
    .updateTable('work')
    .set({ state: 'queued', progress: 0, step: null, error: null, ended_at: null, updated_at: at })
    .where('oid', '=', oid)
    .execute();
}

export async function markCancelled(trx: DbOrTrx, oid: string, at: Date): Promise<void> {
  await trx
    .updateTable('work')
    .set({ state: 'cancelled', ended_at: at, updated_at: at })
    .where('oid', '=', oid)
    .execute();
}

/** Makes whoever wants to begin work of a kind wait until the transaction before has ended. */
export async function lockKind(trx: DbOrTrx, kind: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`work ${kind}`}, 0))`.execute(trx);
}

/** Whether work of a kind waits or runs, for whatever organisation. */
export async function openOfKind(db: DbOrTrx, kind: string): Promise<boolean> {
  const found = await db
    .selectFrom('work')
    .select('oid')
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Work of a database that was restored: whoever did it is gone. */
export async function cancelRestored(trx: DbOrTrx, at: Date): Promise<void> {
  await sql`update work set state = 'cancelled', ended_at = ${at}, updated_at = ${at}, error = 'restored'
    where state in ('queued', 'running')`.execute(trx);
}

import { sql } from 'kysely';
import type { ParsedRequestOf, WorkKind, WorkRecord, operationCalls } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type WorkFilter = Omit<ParsedRequestOf<typeof operationCalls.workQuery>, 'pageNum' | 'pageSize'>;

/** Work of an organisation of the kinds that the caller may see. */
const visible = (db: DbOrTrx, groupRoot: string, kinds: readonly WorkKind[], filter: WorkFilter) =>
  db
    .selectFrom('work')
    .where('work.group_root', '=', groupRoot)
    .where(sql<boolean>`work.kind = any(${[...kinds]}::text[])`)
    .$if(filter.state !== undefined, (query) => query.where('work.state', '=', filter.state ?? 'queued'))
    .$if(filter.kind !== undefined, (query) => query.where('work.kind', '=', filter.kind ?? ''))
    .$if(filter.oid !== undefined, (query) => query.where('work.oid', '=', filter.oid ?? ''));

export async function listWork(
  db: DbOrTrx,
  groupRoot: string,
  kinds: readonly WorkKind[],
  filter: WorkFilter,
  page: { pageNum: number; pageSize: number },
): Promise<Omit<WorkRecord, 'allowed'>[]> {
  const rows = await visible(db, groupRoot, kinds, filter)
    .leftJoin('member', 'member.oid', 'work.owner_oid')
    .selectAll('work')
    .select('member.name as owner_name')
    .orderBy('work.created_at', 'desc')
    .orderBy('work.oid', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return rows.map((row) => ({
    oid: row.oid,
    kind: row.kind as WorkKind,
    state: row.state,
    progress: row.progress,
    step: row.step,
    owner: row.owner_oid === null ? null : { oid: row.owner_oid, name: row.owner_name ?? '' },
    result: row.result,
    error: row.error,
    attempts: row.attempts,
    createdAt: row.created_at.getTime(),
    startedAt: row.started_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    updatedAt: row.updated_at.getTime(),
  }));
}

export async function countWork(
  db: DbOrTrx,
  groupRoot: string,
  kinds: readonly WorkKind[],
  filter: WorkFilter,
): Promise<number> {
  const row = await visible(db, groupRoot, kinds, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

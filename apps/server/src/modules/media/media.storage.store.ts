import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { Scope } from './media.list.store.ts';
import { bytesWithCopy } from './media.playback.store.ts';

export interface DepartmentUse {
  groupOID: string;
  groupName: string;
  count: number;
  bytes: number;
  quota: number | null;
  version: number;
}

/**
 * What files and copies of videos, uploads on their way, recordings that are no files yet and scans of licences take of each department, by the
 * departments that count for it.
 */
const usedOf = (condition: ReturnType<typeof sql>, groupRoot: string) => sql<{
  groupOID: string;
  groupName: string;
  count: string;
  bytes: string;
  quota: string | null;
  version: number | null;
}>`with used as (
    select group_oid, count(*) as count, sum(${bytesWithCopy}) as bytes from media
      where group_root = ${groupRoot} group by group_oid
    union all
    select member.group_oid, 0, sum(upload.size) from upload join member on member.oid = upload.member_oid
      where upload.group_root = ${groupRoot} and upload.stored_oid is null group by member.group_oid
    union all
    select recording.group_oid, 0, sum(part.size) from video_recording_part part
      join video_recording recording on recording.oid = part.recording_oid
      where recording.group_root = ${groupRoot} and recording.state <> 'done' group by recording.group_oid
    union all
    select member.group_oid, 0, sum(scan.size) from member_licence_scan scan
      join member_licence licence on licence.oid = scan.licence_oid join member on member.oid = licence.member_oid
      where scan.group_root = ${groupRoot} group by member.group_oid)
  select department.oid as "groupOID", department.name as "groupName", quota.bytes as quota, quota.version,
    coalesce(sum(used.count), 0) as count, coalesce(sum(used.bytes), 0) as bytes
  from department
    left join storage_quota quota on quota.group_oid = department.oid
    left join (department below join used on used.group_oid = below.oid)
      on below.path @> array[department.oid] and below.group_root = department.group_root
  where department.group_root = ${groupRoot} and ${condition}
  group by department.oid, department.name, department.path, quota.bytes, quota.version
  order by array_length(department.path, 1), department.name, department.oid`;

const read = async (db: DbOrTrx, query: ReturnType<typeof usedOf>): Promise<DepartmentUse[]> =>
  (await query.execute(db)).rows.map(({ count, bytes, quota, version, ...named }) => ({
    ...named,
    count: Number(count),
    bytes: Number(bytes),
    quota: quota === null ? null : Number(quota),
    version: version ?? 0,
  }));

/** What the departments that a caller sees take, each with those below it. */
export const departmentUse = (db: DbOrTrx, scope: Scope): Promise<DepartmentUse[]> =>
  read(
    db,
    usedOf(sql`department.deleted_at is null and ${inScope('department.oid', scope)}`, scope.groupRoot),
  );

/** Departments with a quota that a file of a department counts for: its own and those above. */
export const quotasAbove = (db: DbOrTrx, { groupRoot, groupOID }: Scope): Promise<DepartmentUse[]> =>
  read(
    db,
    usedOf(
      sql`quota.bytes is not null and department.oid = any(
        (select own.path from department own where own.oid = ${groupOID}::uuid)::uuid[])`,
      groupRoot,
    ),
  );

/** What lies in the bin, and what is held, of the files that a caller sees. */
export const storageApart = async (db: DbOrTrx, scope: Scope) => {
  const { binCount, binBytes, heldCount, heldBytes } = await db
    .selectFrom('media')
    .where('media.group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .select([
      sql<string>`count(*) filter (where deleted_at is not null)`.as('binCount'),
      sql<string>`coalesce(sum(${bytesWithCopy}) filter (where deleted_at is not null), 0)`.as('binBytes'),
      sql<string>`count(*) filter (where held_at is not null)`.as('heldCount'),
      sql<string>`coalesce(sum(${bytesWithCopy}) filter (where held_at is not null), 0)`.as('heldBytes'),
    ])
    .executeTakeFirstOrThrow();
  return {
    bin: { count: Number(binCount), bytes: Number(binBytes) },
    held: { count: Number(heldCount), bytes: Number(heldBytes) },
  };
};

/** The name of a department that a caller sees; undefined: there is none. */
export const seenDepartment = (db: DbOrTrx, scope: Scope, groupOID: string) =>
  db
    .selectFrom('department')
    .select(['oid', 'name'])
    .where('oid', '=', groupOID)
    .where('group_root', '=', scope.groupRoot)
    .where('deleted_at', 'is', null)
    .where(inScope('department.oid', scope))
    .executeTakeFirst();

/** Sets a quota. @returns false where somebody else has changed it since that version */
export const setQuota = async (
  trx: DbOrTrx,
  groupRoot: string,
  { groupOID, quota, version }: { groupOID: string; quota: number | null; version: number },
): Promise<boolean> => {
  const bytes = quota === null ? null : String(quota);
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('storage_quota')
      .values({ group_oid: groupOID, group_root: groupRoot, bytes, version: 1 })
      .onConflict((conflict) => conflict.column('group_oid').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await trx
    .updateTable('storage_quota')
    .set({ bytes, version: sql<number>`version + 1` })
    .where('group_oid', '=', groupOID)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

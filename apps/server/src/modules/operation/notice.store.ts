import { sql } from 'kysely';
import type { NoticeKind, NoticeLevel, NoticeTexts } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface StoredNotice {
  oid: string;
  kind: NoticeKind;
  /** Null: for every organisation. */
  groupRoot: string | null;
  level: NoticeLevel;
  texts: NoticeTexts;
  from: number;
  until: number;
  onSignIn: boolean;
  createdAt: number;
  endedAt: number | null;
  author: { oid: string; name: string; groupRoot: string } | null;
}

const notices = (db: DbOrTrx) =>
  db
    .selectFrom('notice')
    .leftJoin('member', 'member.oid', 'notice.created_by')
    .selectAll('notice')
    .select(['member.name as author_name', 'member.group_root as author_root']);
type Row = Awaited<ReturnType<ReturnType<typeof notices>['execute']>>[number];

const stored = (row: Row): StoredNotice => ({
  oid: row.oid,
  kind: row.kind,
  groupRoot: row.group_root,
  level: row.level,
  texts: row.texts,
  from: row.from_at.getTime(),
  until: row.until_at.getTime(),
  onSignIn: row.on_sign_in,
  createdAt: row.created_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
  author:
    row.created_by === null
      ? null
      : { oid: row.created_by, name: row.author_name ?? '', groupRoot: row.author_root ?? '' },
});

const openAt = (at: Date) => sql<boolean>`notice.ended_at is null and notice.until_at > ${at}`;

/** Makes whoever changes notices wait for the one before: windows of maintenance are compared with each other. */
export async function lockNotices(trx: DbOrTrx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notices', 0))`.execute(trx);
}

/** Those that are not over: of one organisation (null: of the whole instance). */
export async function openNotices(db: DbOrTrx, groupRoot: string | null, at: Date): Promise<StoredNotice[]> {
  const rows = await notices(db)
    .where(openAt(at))
    .where(sql<boolean>`notice.group_root is not distinct from ${groupRoot}::uuid`)
    .orderBy('notice.from_at')
    .execute();
  return rows.map(stored);
}

/** Those that a member's console shows or will show: not over, and not put away by the member. */
export async function noticesFor(
  db: DbOrTrx,
  { memberOID, groupRoot }: { memberOID: string; groupRoot: string },
  at: Date,
): Promise<StoredNotice[]> {
  const rows = await notices(db)
    .where(openAt(at))
    .where(sql<boolean>`(notice.group_root = ${groupRoot}::uuid or notice.group_root is null)`)
    .where(
      sql<boolean>`not exists (select 1 from notice_put_away as away
        where away.notice_oid = notice.oid and away.member_oid = ${memberOID}::uuid)`,
    )
    .orderBy('notice.from_at')
    .execute();
  return rows.map(stored);
}

export type NewNotice = Omit<StoredNotice, 'createdAt' | 'endedAt' | 'author'> & {
  memberOID: string;
  at: Date;
};

export async function insertNotice(trx: DbOrTrx, notice: NewNotice): Promise<void> {
  await trx
    .insertInto('notice')
    .values({
      oid: notice.oid,
      kind: notice.kind,
      group_root: notice.groupRoot,
      level: notice.level,
      texts: JSON.stringify(notice.texts),
      from_at: new Date(notice.from),
      until_at: new Date(notice.until),
      on_sign_in: notice.onSignIn,
      created_by: notice.memberOID,
      created_at: notice.at,
    })
    .execute();
}

export async function updateNotice(
  trx: DbOrTrx,
  oid: string,
  change: Pick<StoredNotice, 'level' | 'texts' | 'from' | 'until' | 'onSignIn'>,
): Promise<void> {
  await trx
    .updateTable('notice')
    .set({
      level: change.level,
      texts: JSON.stringify(change.texts),
      from_at: new Date(change.from),
      until_at: new Date(change.until),
      on_sign_in: change.onSignIn,
    })
    .where('oid', '=', oid)
    .execute();
}

/** Who put it away read something else. */
export async function showAgain(trx: DbOrTrx, oid: string): Promise<void> {
  await trx.deleteFrom('notice_put_away').where('notice_oid', '=', oid).execute();
}

export async function endNotice(trx: DbOrTrx, oid: string, at: Date): Promise<void> {
  await trx.updateTable('notice').set({ ended_at: at }).where('oid', '=', oid).execute();
}

export async function putAway(db: DbOrTrx, oid: string, memberOID: string, at: Date): Promise<void> {
  await db
    .insertInto('notice_put_away')
    .values({ notice_oid: oid, member_oid: memberOID, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notifies every server when the transaction commits. */
export async function notifyServers(trx: DbOrTrx): Promise<void> {
  await sql`select pg_notify('notice_changed', '')`.execute(trx);
}

/** Maintenance that is on at this moment, as the database has it. */
export async function maintenanceOn(db: DbOrTrx, at: Date): Promise<StoredNotice | undefined> {
  const row = await notices(db)
    .where('notice.kind', '=', 'maintenance')
    .where(openAt(at))
    .where('notice.from_at', '<=', at)
    .executeTakeFirst();
  return row && stored(row);
}

export interface PendingNotice extends StoredNotice {
  notifiedTo: string | null;
}

/**
 * A notice whose bells have not all rung, held until the transaction ends; another server takes another one.
 * Maintenance is notified when it is planned, an announcement when it begins.
 */
export async function takePending(trx: DbOrTrx, at: Date): Promise<PendingNotice | undefined> {
  const row = await notices(trx)
    .where('notice.told_at', 'is', null)
    .where(openAt(at))
    .where(sql<boolean>`(notice.kind = 'maintenance' or notice.from_at <= ${at})`)
    .orderBy('notice.from_at')
    .limit(1)
    .forUpdate('notice')
    .skipLocked()
    .executeTakeFirst();
  return row && { ...stored(row), notifiedTo: row.told_to };
}

/** The next members to notify, in the order of their ids. */
export async function nextReaders(
  db: DbOrTrx,
  { groupRoot, notifiedTo }: Pick<PendingNotice, 'groupRoot' | 'notifiedTo'>,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('oid')
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .where('service', '=', false)
    .$if(groupRoot !== null, (query) => query.where('group_root', '=', groupRoot ?? ''))
    .$if(notifiedTo !== null, (query) => query.where('oid', '>', notifiedTo ?? ''))
    .orderBy('oid')
    .limit(most)
    .execute();
  return rows.map((row) => row.oid);
}

export async function markNotified(
  trx: DbOrTrx,
  oid: string,
  progress: { to: string | null; all: Date | null },
): Promise<void> {
  await trx
    .updateTable('notice')
    .set({ told_at: progress.all, ...(progress.to === null ? {} : { told_to: progress.to }) })
    .where('oid', '=', oid)
    .execute();
}

import { sql } from 'kysely';
import type { PlatformOrganisation } from '@eyrie/domain';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

const named = (db: DbOrTrx, keyword: string) =>
  db.selectFrom('organisation').where(holdsWord('organisation.name', keyword));

const records = (db: DbOrTrx, keyword: string) =>
  named(db, keyword)
    .select([
      'organisation.oid',
      'organisation.name',
      'organisation.first',
      'organisation.created_at',
      sql<number>`(select count(*)::int from member where member.group_root = organisation.oid
        and member.deleted_at is null)`.as('members'),
      sql<number>`(select count(*)::int from dock where dock.group_root = organisation.oid
        and dock.deleted_at is null)`.as('docks'),
    ])
    .orderBy('organisation.created_at')
    .orderBy('organisation.oid');
type Row = Awaited<ReturnType<ReturnType<typeof records>['execute']>>[number];

const present = (row: Row): PlatformOrganisation => ({
  oid: row.oid,
  name: row.name,
  first: row.first,
  createdAt: row.created_at.getTime(),
  memberCount: row.members,
  dockCount: row.docks,
});

export async function listOrganisations(
  db: DbOrTrx,
  keyword: string,
  page: { pageNum: number; pageSize: number },
): Promise<PlatformOrganisation[]> {
  const rows = await records(db, keyword)
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return rows.map(present);
}

export async function countOrganisations(db: DbOrTrx, keyword: string): Promise<number> {
  const row = await named(db, keyword)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function platformOrganisationByOid(
  db: DbOrTrx,
  oid: string,
): Promise<PlatformOrganisation | undefined> {
  const row = await records(db, '').where('organisation.oid', '=', oid).executeTakeFirst();
  return row && present(row);
}

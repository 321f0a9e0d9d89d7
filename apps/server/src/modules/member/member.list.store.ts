import { sql } from 'kysely';
import type { MemberRecord } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export interface MemberFilter {
  /** One department… */
  groupOID?: string | undefined;
  /** …and those below it. */
  below?: boolean | undefined;
  keyword?: string | undefined;
  enabled?: boolean | undefined;
  roleOID?: string | undefined;
}
export interface Page {
  pageNum: number;
  pageSize: number;
}

/** A role as it is stored: first ones are named in the reader's language. */
export interface HeldRole {
  oid: string;
  name: string;
  firstKey: string | null;
  renamed: boolean;
}
/** A record without `allowed`, its roles not yet named. */
export type StoredMember = Omit<MemberRecord, 'allowed' | 'roles'> & { roles: HeldRole[] };

/** People of the caller's scope who were not deleted. Programs show nowhere. */
const people = (db: DbOrTrx, caller: Caller, filter: MemberFilter) =>
  db
    .selectFrom('member')
    .where('member.group_root', '=', caller.groupRoot)
    .where('member.deleted_at', 'is', null)
    .where('member.service', '=', false)
    .where(inScope('member.group_oid', caller, filter.groupOID))
    .$if(filter.groupOID !== undefined && filter.below === false, (query) =>
      query.where('member.group_oid', '=', filter.groupOID ?? ''),
    )
    .$if(Boolean(filter.keyword), (query) =>
      query.where(holdsWord(['member.name', 'member.account', 'member.phone'], filter.keyword ?? '')),
    )
    // Past its end an account is as good as disabled.
    .$if(filter.enabled !== undefined, (query) =>
      query.where(
        sql<boolean>`(member.enabled and (member.valid_until is null or member.valid_until > now()))`,
        '=',
        filter.enabled ?? true,
      ),
    )
    .$if(filter.roleOID !== undefined, (query) =>
      query.where(sql<boolean>`exists (select 1 from member_role
        where member_role.member_oid = member.oid and member_role.role_oid = ${filter.roleOID ?? ''}::uuid)`),
    );

const recordsOf = (db: DbOrTrx, caller: Caller, filter: MemberFilter) =>
  people(db, caller, filter).select([
    'member.oid',
    'member.group_oid as groupOID',
    'member.group_root as groupRoot',
    sql<string>`(select department.name from department where department.oid = member.group_oid)`.as(
      'groupName',
    ),
    'member.account',
    'member.name',
    sql<string>`coalesce(member.phone, '')`.as('phone'),
    'member.enabled',
    'member.must_change as mustChange',
    sql<boolean>`exists (select 1 from authenticator where authenticator.member_oid = member.oid
      and authenticator.confirmed_at is not null)`.as('authenticator'),
    'member.valid_until',
    sql<boolean>`coalesce(member.valid_until <= now(), false)`.as('expired'),
    'member.created_at',
    sql<HeldRole[]>`coalesce((
      select jsonb_agg(jsonb_build_object('oid', role.oid, 'name', role.name, 'firstKey', role.first_key,
        'renamed', role.renamed) order by role.name)
      from member_role join role on role.oid = member_role.role_oid
      where member_role.member_oid = member.oid), '[]')`.as('roles'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof recordsOf>['execute']>>[number];

const stored = ({ valid_until, created_at, ...row }: Row): StoredMember => ({
  ...row,
  validUntil: valid_until?.getTime() ?? null,
  createdAt: created_at.getTime(),
});

/** One page by account name, and how many there are. */
export async function pageOfPeople(
  db: DbOrTrx,
  caller: Caller,
  filter: MemberFilter,
  page: Page,
): Promise<{ rows: StoredMember[]; total: number }> {
  const [rows, counted] = await Promise.all([
    recordsOf(db, caller, {})
      // Found first and dressed afterwards: names and roles of the pages before are nobody's business.
      .where(
        'member.oid',
        'in',
        people(db, caller, filter)
          .select('member.oid')
          .orderBy(sql`lower(member.account)`)
          .limit(page.pageSize)
          .offset((page.pageNum - 1) * page.pageSize),
      )
      .orderBy(sql`lower(member.account)`)
      .execute(),
    people(db, caller, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(stored), total: Number(counted.count) };
}

export async function personByOid(
  db: DbOrTrx,
  caller: Caller,
  oid: string,
): Promise<StoredMember | undefined> {
  const row = await recordsOf(db, caller, {}).where('member.oid', '=', oid).executeTakeFirst();
  return row && stored(row);
}

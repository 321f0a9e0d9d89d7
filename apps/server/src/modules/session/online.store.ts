import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import { idleMinutes, mayBeSignedIn } from './session.store.ts';

export interface OpenSession {
  oid: string;
  memberOID: string;
  account: string;
  name: string;
  groupOID: string;
  groupName: string;
  since: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
  remembered: boolean;
}

/** Sessions used after these moments are open; an organisation's own idle time may end them sooner. */
export interface UsedSince {
  now: Date;
  remembered: Date;
  other: Date;
}

/** People's open sessions. Those of programs are nobody who is online. */
const openSessions = (db: DbOrTrx, used: UsedSince) =>
  db
    .selectFrom('session')
    .innerJoin('member', 'member.oid', 'session.member_oid')
    .innerJoin('department', 'department.oid', 'member.group_oid')
    .innerJoin('organisation', 'organisation.oid', 'member.group_root')
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', used.now)
    .where(sql<boolean>`session.last_used_at > case when session.remembered
      then ${used.remembered}::timestamptz else greatest(${used.other}::timestamptz,
        ${used.now}::timestamptz - interval '1 minute' * ${idleMinutes}) end`)
    .where('member.service', '=', false)
    .where(mayBeSignedIn);

const records = (query: ReturnType<typeof openSessions>) =>
  query.select([
    'session.oid',
    'session.member_oid as memberOID',
    'member.account',
    'member.name',
    'member.group_oid as groupOID',
    'department.name as groupName',
    'session.created_at as since',
    'session.last_used_at as lastUsedAt',
    'session.expires_at as expiresAt',
    'session.address',
    'session.user_agent as userAgent',
    'session.remembered',
  ]);

export interface OnlineFilter {
  keyword?: string | undefined;
}

/** Open sessions of members of the caller's department and below. */
const visible = (db: DbOrTrx, caller: Caller, used: UsedSince, { keyword }: OnlineFilter) =>
  openSessions(db, used)
    .where('member.group_root', '=', caller.groupRoot)
    .where(inScope('member.group_oid', caller))
    .$if(Boolean(keyword), (query) =>
      query.where(
        sql<boolean>`(${holdsWord('member.name', keyword ?? '')}
          or strpos(member.account, lower(${keyword ?? ''})) > 0 or session.address = ${keyword ?? ''})`,
      ),
    );

/** The one used last first. */
export const listOnline = (
  db: DbOrTrx,
  caller: Caller,
  used: UsedSince,
  filter: OnlineFilter & { pageNum: number; pageSize: number },
): Promise<OpenSession[]> =>
  records(visible(db, caller, used, filter))
    .orderBy('session.last_used_at', 'desc')
    .orderBy('session.oid')
    .limit(filter.pageSize)
    .offset((filter.pageNum - 1) * filter.pageSize)
    .execute();

export async function countOnline(
  db: DbOrTrx,
  caller: Caller,
  used: UsedSince,
  filter: OnlineFilter,
): Promise<number> {
  const row = await visible(db, caller, used, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Open sessions of one member, the newest first. */
export const sessionsOf = (db: DbOrTrx, memberOID: string, used: UsedSince): Promise<OpenSession[]> =>
  records(openSessions(db, used))
    .where('session.member_oid', '=', memberOID)
    .orderBy('session.created_at', 'desc')
    .execute();

/** Those of these sessions that are not over and that the caller can see: own ones, and those within scope. */
export const sessionsInScope = (
  db: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
): Promise<{ oid: string; memberOID: string }[]> =>
  db
    .selectFrom('session')
    .innerJoin('member', 'member.oid', 'session.member_oid')
    .select(['session.oid', 'session.member_oid as memberOID'])
    .where('session.oid', 'in', [...oids])
    .where('session.ended_at', 'is', null)
    .where('member.service', '=', false)
    .where('member.group_root', '=', caller.groupRoot)
    .where((eb) => eb.or([eb('member.oid', '=', caller.memberOID), inScope('member.group_oid', caller)]))
    .execute();

export async function memberInScope(db: DbOrTrx, caller: Caller, oid: string): Promise<boolean> {
  const found = await db
    .selectFrom('member')
    .select('oid')
    .where('oid', '=', oid)
    .where('group_root', '=', caller.groupRoot)
    .where('deleted_at', 'is', null)
    .where(inScope('member.group_oid', caller))
    .executeTakeFirst();
  return found !== undefined;
}

import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { descending, inScope, readingOf, type Asked } from '../../platform/list/index.ts';
import { idleMinutes, mayBeSignedIn } from './session.store.ts';

/** Sessions used after these moments are open; an organisation's own idle time may end them sooner. */
export interface UsedSince {
  now: Date;
  remembered: Date;
  other: Date;
}

/** Whose sessions are read: one's own, or those of the department and below. */
interface Given {
  used: UsedSince;
  own?: true;
}

const scopeOf = ({ caller, given }: Asked) => {
  const { used, own } = given as Given;
  const whose = own
    ? sql<boolean>`session.member_oid = ${caller.memberOID}::uuid`
    : sql<boolean>`member.group_root = ${caller.groupRoot}::uuid and ${inScope('member.group_oid', caller)}`;
  return sql<boolean>`${whose} and session.expires_at > ${used.now} and session.last_used_at > case
    when session.remembered then ${used.remembered}::timestamptz else greatest(${used.other}::timestamptz,
      ${used.now}::timestamptz - interval '1 minute' * ${idleMinutes}) end`;
};

/** People's open sessions. Those of programs are nobody who is online. */
const online = readingOf({
  table: 'session',
  scope: scopeOf,
  only: sql<boolean>`session.ended_at is null and not member.service and ${mayBeSignedIn}`,
  joins: sql`join member on member.oid = session.member_oid
    join department on department.oid = member.group_oid
    join organisation on organisation.oid = member.group_root`,
  columns: {
    oid: 'oid',
    memberOID: 'member_oid',
    account: sql<string>`member.account`,
    name: sql<string>`member.name`,
    groupOID: sql<string>`member.group_oid`,
    groupName: sql<string>`department.name`,
    since: 'created_at',
    lastUsedAt: 'last_used_at',
    expiresAt: 'expires_at',
    address: 'address',
    userAgent: 'user_agent',
    remembered: 'remembered',
  },
  filters: {
    keyword: (value: string) =>
      value === ''
        ? null
        : sql<boolean>`(${holdsWord(['member.name'], value)}
            or strpos(member.account, lower(${value})) > 0 or session.address = ${value})`,
  },
  sort: { lastUsed: [descending('session.last_used_at')], newest: [descending('session.created_at')] },
  order: 'lastUsed',
  name: 'name',
});

export type OpenSession = Awaited<ReturnType<typeof online.rows>>[number];

/** A page of the open sessions of the caller's department and below, the one used last first. */
export const onlinePage = (
  db: DbOrTrx,
  caller: Caller,
  used: UsedSince,
  { pageNum, pageSize, keyword }: { pageNum: number; pageSize: number; keyword?: string | undefined },
) => online.page(db, { caller, given: { used } satisfies Given }, { keyword }, { pageNum, pageSize });

/** The caller's own open sessions, the newest first. */
export const ownSessions = (db: DbOrTrx, caller: Caller, used: UsedSince): Promise<OpenSession[]> =>
  online.first(db, { caller, given: { used, own: true } satisfies Given }, { sort: 'newest' }, ownMost);
const ownMost = 1_000;

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

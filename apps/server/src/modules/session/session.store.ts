import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import { dropExpiredProofs } from '../organisation/index.ts';

export interface SessionRow {
  oid: string;
  memberOID: string;
  remembered: boolean;
  lastUsedAt: Date;
  expiresAt: Date;
  account: string;
  name: string;
  groupRoot: string;
  groupOID: string;
  wholeOrganisation: boolean;
  mustChange: boolean;
  mustSetUp: boolean;
  service: boolean;
  /** Minutes of rest that the organisation allows; null: nothing was decided. */
  idleMinutes: number | null;
  /** Whether the organisation is the first of this instance. */
  first: boolean;
  resources: string[];
  /** A display, which may change nothing. */
  readOnly: boolean;
}

/** A member who is enabled, still there, and not past the end of a limited account. */
export const mayBeSignedIn = sql<boolean>`member.enabled and member.deleted_at is null
  and (member.valid_until is null or member.valid_until > now())`;

/** The idle time that an organisation has set. What is no number counts as not decided. */
export const idleMinutes = sql<
  number | null
>`case jsonb_typeof(organisation.policy -> 'idleMinutes') when 'number'
  then (organisation.policy ->> 'idleMinutes')::float8 end`;

/** What a guard asks about a member, in a query of `member` and `organisation`. */
const guarded = [
  'member.account',
  'member.name',
  'member.group_root as groupRoot',
  'member.group_oid as groupOID',
  // Beside another one at the top, such as in a database restored from elsewhere, each sees its own part.
  sql<boolean>`array(select department.oid from department
    where department.group_root = member.group_root and department.parent_oid is null) = array[member.group_oid]`.as(
    'wholeOrganisation',
  ),
  'organisation.first',
  sql<string[]>`array(
    select distinct role_resource.resource
    from member_role join role_resource on role_resource.role_oid = member_role.role_oid
    where member_role.member_oid = member.oid
    union select unnest(member.display_pages))`.as('resources'),
  sql<boolean>`member.display_pages <> '{}'`.as('readOnly'),
] as const;

/** A member without a session, for what the server does in their name; undefined: they may not be signed in. */
export const memberAlone = (db: DbOrTrx, oid: string) =>
  db
    .selectFrom('member')
    .innerJoin('organisation', 'organisation.oid', 'member.group_root')
    .select(['member.oid as memberOID', ...guarded])
    .where('member.oid', '=', oid)
    .where(mayBeSignedIn)
    .executeTakeFirst();

/**
 * The session with everything that the guard asks about its member, in one round trip: this is the query of
 * every call, so it joins the tables of other rooms here.
 */
const liveSessions = (db: DbOrTrx) =>
  db
    .selectFrom('session')
    .innerJoin('member', 'member.oid', 'session.member_oid')
    .innerJoin('organisation', 'organisation.oid', 'member.group_root')
    .select([
      'session.oid',
      'session.member_oid as memberOID',
      'session.remembered',
      'session.last_used_at as lastUsedAt',
      'session.expires_at as expiresAt',
      ...guarded,
      sql<boolean>`member.must_change or session.must_change`.as('mustChange'),
      'session.must_set_up as mustSetUp',
      'member.service',
      idleMinutes.as('idleMinutes'),
    ])
    .where('session.ended_at', 'is', null)
    .where(mayBeSignedIn);

export const sessionByToken = (db: DbOrTrx, tokenHash: Buffer): Promise<SessionRow | undefined> =>
  liveSessions(db).where('session.token_hash', '=', tokenHash).executeTakeFirst();

export const sessionByOid = (db: DbOrTrx, oid: string): Promise<SessionRow | undefined> =>
  liveSessions(db).where('session.oid', '=', oid).executeTakeFirst();

export interface NewSession {
  oid: string;
  tokenHash: Buffer;
  memberOID: string;
  remembered: boolean;
  now: Date;
  expiresAt: Date;
  address: string;
  userAgent: string;
  mustChange: boolean;
  mustSetUp: boolean;
}

/** Inserts a session and ends the oldest ones beyond `most`. Locks the member's row: sign-ins of one member line up. */
export async function insertSession(trx: DbOrTrx, session: NewSession, most: number): Promise<void> {
  await trx.selectFrom('member').select('oid').where('oid', '=', session.memberOID).forUpdate().execute();
  await trx
    .insertInto('session')
    .values({
      oid: session.oid,
      token_hash: session.tokenHash,
      member_oid: session.memberOID,
      remembered: session.remembered,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
      address: session.address,
      user_agent: session.userAgent,
      must_change: session.mustChange,
      must_set_up: session.mustSetUp,
    })
    .execute();
  await endWhere(
    trx,
    session.now,
    sql`oid in (
      select oid from session where member_oid = ${session.memberOID}::uuid and ended_at is null
      order by created_at desc, oid desc offset ${most})`,
  );
}

/** Ends the matching sessions and notifies every process. @returns their oids */
async function endWhere(db: DbOrTrx, now: Date, condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ oid: string }>`
    with gone as (
      update session set ended_at = ${now}::timestamptz where ended_at is null and ${condition} returning oid
    ), codes as (
      delete from live_credential where session_oid in (select oid from gone)
    )
    select oid, pg_notify('session_ended', oid::text) from gone`.execute(db);
  return rows.map((row) => row.oid);
}

export const endSession = (db: DbOrTrx, oid: string, now: Date): Promise<string[]> =>
  endWhere(db, now, sql`oid = ${oid}::uuid`);

/** @param except one session that goes on; null: none does. */
export const endSessionsOf = (
  db: DbOrTrx,
  memberOID: string,
  except: string | null,
  now: Date,
): Promise<string[]> =>
  endWhere(db, now, sql`member_oid = ${memberOID}::uuid and oid is distinct from ${except}::uuid`);

/** Ends what is past its life or its member's, or has rested too long, so that its live connections end too. */
export const endDeadSessions = (
  db: DbOrTrx,
  now: Date,
  usedSince: { remembered: Date; other: Date },
): Promise<string[]> =>
  endWhere(
    db,
    now,
    sql`(expires_at <= ${now}::timestamptz
      or exists (select 1 from member where member.oid = session.member_oid and valid_until <= ${now}::timestamptz)
      or last_used_at <= case when remembered
      then ${usedSince.remembered}::timestamptz else ${usedSince.other}::timestamptz end
      or (not remembered and last_used_at <= ${now}::timestamptz - interval '1 minute' * (
        select ${idleMinutes} from member join organisation on organisation.oid = member.group_root
        where member.oid = session.member_oid)))`,
  );

export async function touchSession(db: DbOrTrx, oid: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_used_at: now })
    .where('oid', '=', oid)
    .where('ended_at', 'is', null)
    .execute();
}

/** Which of these sessions have ended, or belong to a member who may not be signed in any more. */
export async function endedAmong(db: DbOrTrx, oids: readonly string[]): Promise<string[]> {
  if (oids.length === 0) return [];
  const { rows } = await sql<{ oid: string }>`
    select asked.oid from unnest(${[...oids]}::uuid[]) as asked(oid)
    where not exists (
      select 1 from session join member on member.oid = session.member_oid
      where session.oid = asked.oid and session.ended_at is null and ${mayBeSignedIn})`.execute(db);
  return rows.map((row) => row.oid);
}

/** What the sign-in of a session found due has been done. */
export async function settleSessions(
  db: DbOrTrx,
  memberOID: string,
  done: 'must_change' | 'must_set_up',
): Promise<void> {
  await db
    .updateTable('session')
    .set({ [done]: false })
    .where('member_oid', '=', memberOID)
    .where('ended_at', 'is', null)
    .execute();
}

/** Notifies every process that a member's rights, department or state changed. */
export async function notifyMemberChanged(db: DbOrTrx, memberOID: string): Promise<void> {
  await sql`select pg_notify('member_changed', ${memberOID}::text)`.execute(db);
}

/** Notifies every process that the rights of a role changed: one notification for any number of members. */
export async function notifyRoleChanged(db: DbOrTrx, roleOID: string): Promise<void> {
  await sql`select pg_notify('role_changed', ${roleOID}::text)`.execute(db);
}

/** Those who are signed in and hold a role. */
export async function signedInWithRole(db: DbOrTrx, roleOID: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('member_role', 'member_role.member_oid', 'session.member_oid')
    .select('session.member_oid')
    .distinct()
    .where('session.ended_at', 'is', null)
    .where('member_role.role_oid', '=', roleOID)
    .execute();
  return rows.map((row) => row.member_oid);
}

/** Whose sessions these are. */
export async function membersOf(db: DbOrTrx, sessionOIDs: readonly string[]): Promise<string[]> {
  if (sessionOIDs.length === 0) return [];
  const rows = await db
    .selectFrom('session')
    .select('member_oid')
    .distinct()
    .where('oid', 'in', [...sessionOIDs])
    .execute();
  return rows.map((row) => row.member_oid);
}

/** Removes what has run out: codes, captchas, live credentials, old counts of failures, sessions long ended. */
export async function deleteExpired(
  db: Db,
  moments: { now: Date; failuresBefore: Date; callsBefore: Date; sessionsBefore: Date },
): Promise<void> {
  const { now, failuresBefore, callsBefore, sessionsBefore } = moments;
  await dropExpiredProofs(db, now);
  await db.deleteFrom('address_call').where('window_started_at', '<=', callsBefore).execute();
  await db.deleteFrom('one_time_code').where('expires_at', '<=', now).execute();
  await db.deleteFrom('captcha').where('expires_at', '<=', now).execute();
  await db.deleteFrom('live_credential').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_failure').where('window_started_at', '<=', failuresBefore).execute();
  await db.deleteFrom('session').where('ended_at', '<=', sessionsBefore).execute();
}

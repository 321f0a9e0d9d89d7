import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import { decideTry, type FailureCount, type TryDecision, type TryFacts } from './login-rule.ts';

export interface Attempt {
  /** `account:…` with the account's key. */
  account: string;
  /** `address:…` */
  address: string;
  accountKey: string;
  /** As sessions store it. */
  rawAddress: string;
  captchaSolved: boolean;
}

const noCount: FailureCount = { failures: 0, windowStartedAt: 0 };

/**
 * Decides a try and notes it as under way, under a lock on both counts: of any number at once, on any number of
 * servers, only as many look at the password as the rule allows.
 * @param oid of the try
 */
export function beginTry(db: Db, oid: string, attempt: Attempt, now: number): Promise<TryDecision> {
  const { account, address } = attempt;
  const subjects = [account, address];
  return db.transaction().execute(async (trx) => {
    // Held from here on: a count that was there is written as it is.
    const rows = await trx
      .insertInto('login_failure')
      .values(subjects.map((subject) => ({ subject, failures: 0, window_started_at: new Date(now) })))
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({ failures: (eb) => eb.ref('login_failure.failures') }),
      )
      .returning(['subject', 'failures', 'window_started_at'])
      .execute();
    const countOf = (subject: string): FailureCount => {
      const row = rows.find((one) => one.subject === subject);
      return row ? { failures: row.failures, windowStartedAt: row.window_started_at.getTime() } : noCount;
    };
    const decision = decideTry({
      account: countOf(account),
      address: countOf(address),
      captchaSolved: attempt.captchaSolved,
      now,
      ...(await circumstances(trx, attempt, now)),
    });
    if (decision.kind === 'go')
      await trx
        .insertInto('login_try')
        .values({ oid, account, address, begun_at: new Date(now) })
        .execute();
    return decision;
  });
}

type Circumstances = Pick<TryFacts, 'captchaAlways' | 'knownAddress' | 'underWay'>;

async function circumstances(trx: DbOrTrx, attempt: Attempt, now: number): Promise<Circumstances> {
  const since = new Date(now - limits.login.tryLife);
  const { rows } = await sql<Circumstances>`select
    exists (select 1 from organisation where policy @> '{"captchaAlways": true}') as "captchaAlways",
    exists (select 1 from session join member on member.oid = session.member_oid
      where lower(member.account) = ${attempt.accountKey} and session.address = ${attempt.rawAddress})
      as "knownAddress",
    json_build_object(
      'account', (select count(*) from login_try
        where account = ${attempt.account} and begun_at > ${since}::timestamptz),
      'address', (select count(*) from login_try
        where address = ${attempt.address} and begun_at > ${since}::timestamptz)) as "underWay"`.execute(trx);
  return rows[0] ?? { captchaAlways: false, knownAddress: false, underWay: { account: 0, address: 0 } };
}

/** The try is over, and counts for nothing by itself. */
export async function endTry(db: DbOrTrx, oid: string): Promise<void> {
  await db.deleteFrom('login_try').where('oid', '=', oid).execute();
}

/** The try is over and was wrong. In one statement: at no moment is it neither under way nor counted. */
export async function failTry(
  db: DbOrTrx,
  oid: string,
  { account, address }: Pick<Attempt, 'account' | 'address'>,
  now: number,
): Promise<void> {
  const at = new Date(now);
  const over = new Date(now - limits.login.failureWindow);
  const counted = sql`on conflict (subject) do update set
      failures = case when known.window_started_at <= ${over}::timestamptz then 1 else known.failures + 1 end,
      window_started_at = case when known.window_started_at <= ${over}::timestamptz
        then ${at}::timestamptz else known.window_started_at end`;
  await sql`with ended as (delete from login_try where oid = ${oid}::uuid),
    pair as (
      insert into login_failure as known (subject, failures, window_started_at)
      values (${pairOf(account, address)}, 1, ${at}::timestamptz) ${counted} returning failures)
    insert into login_failure as known (subject, failures, window_started_at)
    select ${account}, 1, ${at}::timestamptz union all
    select ${address}, 1, ${at}::timestamptz from pair where pair.failures <= ${limits.login.addressShare}
    ${counted}`.execute(db);
}

const pairOf = (account: string, address: string): string => `pair:${address} ${account}`;

/** After a success the account starts again at zero, and the address is rid of what this account added to it. */
export async function clearFailures(
  db: DbOrTrx,
  { account, address }: Pick<Attempt, 'account' | 'address'>,
): Promise<void> {
  await sql`with pair as (
      delete from login_failure where subject = ${pairOf(account, address)} returning failures, window_started_at)
    update login_failure known set failures = greatest(0, known.failures - case known.subject
      when ${account} then known.failures
      else coalesce((select least(pair.failures, ${limits.login.addressShare}) from pair
        where pair.window_started_at >= known.window_started_at), 0) end)
    where known.subject in (${account}, ${address})`.execute(db);
}

export async function failureCounts(
  db: DbOrTrx,
  account: string,
  address: string,
): Promise<{ account: FailureCount; address: FailureCount }> {
  const rows = await db
    .selectFrom('login_failure')
    .select(['subject', 'failures', 'window_started_at'])
    .where('subject', 'in', [account, address])
    .execute();
  const of = (subject: string): FailureCount => {
    const row = rows.find((one) => one.subject === subject);
    return row ? { failures: row.failures, windowStartedAt: row.window_started_at.getTime() } : noCount;
  };
  return { account: of(account), address: of(address) };
}

export async function insertCaptcha(
  db: DbOrTrx,
  captcha: { oid: string; answerHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('captcha')
    .values({ oid: captcha.oid, answer_hash: captcha.answerHash, expires_at: captcha.expiresAt })
    .execute();
}

/** Removing is using: of several at once only one gets the answer. */
export const takeCaptcha = (
  db: DbOrTrx,
  oid: string,
): Promise<{ answerHash: Buffer; expiresAt: Date } | undefined> =>
  db
    .deleteFrom('captcha')
    .where('oid', '=', oid)
    .returning(['answer_hash as answerHash', 'expires_at as expiresAt'])
    .executeTakeFirst();

/** Counts one call of a window that runs, or begins another. */
export async function countCall(
  db: Db,
  subject: string,
  { now, window }: { now: Date; window: number },
): Promise<{ calls: number; since: Date }> {
  const over = new Date(now.getTime() - window);
  const { rows } = await sql<{ calls: number; since: Date }>`
    insert into address_call as known (subject, calls, window_started_at) values (${subject}, 1, ${now}::timestamptz)
    on conflict (subject) do update set
      calls = case when known.window_started_at <= ${over}::timestamptz then 1 else known.calls + 1 end,
      window_started_at = case when known.window_started_at <= ${over}::timestamptz
        then ${now}::timestamptz else known.window_started_at end
    returning calls, window_started_at as since`.execute(db);
  return rows[0] ?? { calls: 1, since: now };
}

export interface SignInFacts {
  passwordChangedAt: Date;
  policy: Record<string, unknown>;
  hasAuthenticator: boolean;
}

/** What a sign-in by password has to know of a member beside the password. */
export const signInFacts = (db: DbOrTrx, memberOID: string): Promise<SignInFacts> =>
  db
    .selectFrom('member')
    .innerJoin('organisation', 'organisation.oid', 'member.group_root')
    .leftJoin('authenticator', 'authenticator.member_oid', 'member.oid')
    .select([
      'member.password_changed_at as passwordChangedAt',
      'organisation.policy',
      sql<boolean>`authenticator.confirmed_at is not null`.as('hasAuthenticator'),
    ])
    .where('member.oid', '=', memberOID)
    .executeTakeFirstOrThrow();

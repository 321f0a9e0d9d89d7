import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import { currentCount, decideTry, type FailureCount, type TryDecision } from './login-rule.ts';

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
 * Decides a try and counts it beforehand, under a lock on both counts: of any number at once only as many look at
 * the password as the rule allows.
 */
export function reserveTry(db: Db, attempt: Attempt, now: number): Promise<TryDecision> {
  const subjects = [attempt.account, attempt.address].toSorted();
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('login_failure')
      .values(subjects.map((subject) => ({ subject, failures: 0, window_started_at: new Date(now) })))
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute();
    const rows = await trx
      .selectFrom('login_failure')
      .select(['subject', 'failures', 'window_started_at'])
      .where('subject', 'in', subjects)
      .orderBy('subject')
      .forUpdate()
      .execute();
    const counts = new Map<string, FailureCount>(
      rows.map((row) => [
        row.subject,
        { failures: row.failures, windowStartedAt: row.window_started_at.getTime() },
      ]),
    );
    const decision = decideTry({
      account: counts.get(attempt.account) ?? noCount,
      address: counts.get(attempt.address) ?? noCount,
      captchaSolved: attempt.captchaSolved,
      now,
      ...(await circumstances(trx, attempt)),
    });
    if (decision.kind !== 'go') return decision;
    for (const subject of subjects) {
      const count = currentCount(counts.get(subject) ?? noCount, now);
      await trx
        .updateTable('login_failure')
        .set({ failures: count.failures + 1, window_started_at: new Date(count.windowStartedAt) })
        .where('subject', '=', subject)
        .execute();
    }
    return decision;
  });
}

async function circumstances(
  trx: DbOrTrx,
  attempt: Attempt,
): Promise<{ captchaAlways: boolean; knownAddress: boolean }> {
  const { rows } = await sql<{ captchaAlways: boolean; knownAddress: boolean }>`select
    exists (select 1 from organisation where policy @> '{"captchaAlways": true}') as "captchaAlways",
    exists (select 1 from session join member on member.oid = session.member_oid
      where lower(member.account) = ${attempt.accountKey} and session.address = ${attempt.rawAddress})
      as "knownAddress"`.execute(trx);
  return rows[0] ?? { captchaAlways: false, knownAddress: false };
}

/** Takes counted tries back: they were not wrong, or never looked at the password. */
export async function forgiveTry(db: DbOrTrx, subjects: readonly string[]): Promise<void> {
  await db
    .updateTable('login_failure')
    .set({ failures: sql<number>`greatest(failures - 1, 0)` })
    .where('subject', 'in', [...subjects].toSorted())
    .execute();
}

/** After a success the account starts again at zero. */
export async function clearFailures(db: DbOrTrx, subject: string): Promise<void> {
  await db.updateTable('login_failure').set({ failures: 0 }).where('subject', '=', subject).execute();
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

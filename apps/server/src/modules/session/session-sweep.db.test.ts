import { limits } from '@eyrie/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { sweepSessions } from './session-sweep.ts';
import { endedAmong, signedInWithRole, touchSession } from './session.store.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let rooms: TestRooms;
let now: number;
let operator: string;
let count = 0;

const query = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await rooms.database.connection.pool.query(text, values)).rows as T[];

interface Given {
  member?: string;
  remembered?: boolean;
  /** All in ms from now. */
  used?: number;
  expires?: number;
  ended?: number | null;
}
const addSession = async (given: Given = {}): Promise<string> => {
  const { member = operator, remembered = false, used = 0, expires = DAY, ended = null } = given;
  const oid = rooms.runtime.newOid();
  count += 1;
  await query(
    `insert into session (oid, token_hash, member_oid, remembered, last_used_at, expires_at, ended_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    oid,
    Buffer.from(`hash ${count}`),
    member,
    remembered,
    new Date(now + used),
    new Date(now + expires),
    ended === null ? null : new Date(now + ended),
  );
  return oid;
};
const endedAt = async (oid: string): Promise<number | null | undefined> => {
  const [row] = await query<{ ended_at: Date | null }>('select ended_at from session where oid = $1', oid);
  return row?.ended_at === null ? null : row?.ended_at.getTime();
};
const memberOf = async (account: string): Promise<string> =>
  (await query<{ oid: string }>('select oid from member where account = $1', account))[0]?.oid ?? '';

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('sweep', ['operator', 'leader', 'administrator'], 'Sweep-4711!');
  operator = await memberOf('sweep-operator');
  now = rooms.runtime.serverTime();
});
afterAll(() => rooms.close());
afterEach(async () => {
  await query('delete from session');
  await query(`update member set valid_until = null, enabled = true, deleted_at = null`);
  await query(`update organisation set policy = '{}'`);
});

describe('the sweep of sessions', () => {
  const rest = limits.session.idle;
  const cases: [string, Given, boolean][] = [
    ['lives', {}, false],
    ['ends now', { expires: 0 }, true],
    ['has a moment left', { expires: 1 }, false],
    ['rested too long', { used: -rest }, true],
    ['rested nearly too long', { used: -rest + 1 }, false],
    ['is remembered and rested as long as others may', { remembered: true, used: -rest }, false],
    ['is remembered and rested too long', { remembered: true, used: -limits.session.rememberedIdle }, true],
  ];
  it.each(cases)('judges one that %s', async (_name, given, ends) => {
    const oid = await addSession({ ...given, expires: given.expires ?? 100 * DAY });
    await sweepSessions(rooms.runtime);
    expect(await endedAt(oid)).toBe(ends ? now : null);
  });

  it('ends those of a member whose account has run out, and nobody else’s', async () => {
    const other = await addSession({ member: await memberOf('sweep-leader') });
    const own = await addSession();
    await query('update member set valid_until = $2 where oid = $1', operator, new Date(now + 1));
    await sweepSessions(rooms.runtime);
    expect(await endedAt(own)).toBeNull();
    await query('update member set valid_until = $2 where oid = $1', operator, new Date(now));
    await sweepSessions(rooms.runtime);
    expect(await endedAt(own)).toBe(now);
    expect(await endedAt(other)).toBeNull();
  });

  it('ends what rests longer than the organisation allows, remembered ones apart', async () => {
    await query(`update organisation set policy = '{"idleMinutes": 10}'`);
    const rested = await addSession({ used: -10 * MINUTE });
    const nearly = await addSession({ used: -10 * MINUTE + 1 });
    const remembered = await addSession({ used: -10 * MINUTE, remembered: true });
    await sweepSessions(rooms.runtime);
    expect(await Promise.all([rested, nearly, remembered].map(endedAt))).toEqual([now, null, null]);
  });

  it('leaves the time of a session that ended before as it was', async () => {
    const oid = await addSession({ ended: -DAY, expires: -DAY });
    await sweepSessions(rooms.runtime);
    expect(await endedAt(oid)).toBe(now - DAY);
  });

  it('forgets a session when its audit rows may be forgotten too', async () => {
    const kept = await addSession({ ended: -limits.audit.keepDays * DAY + 1 });
    const old = await addSession({ ended: -limits.audit.keepDays * DAY });
    await sweepSessions(rooms.runtime);
    expect(await endedAt(kept)).toBeDefined();
    expect(await endedAt(old)).toBeUndefined();
  });

  // What comes back from a provider, and a payload that was spent, belong to something of the organisation's.
  const provider = `with provider as (insert into openid_provider
      (group_root, enabled, name, issuer, client_id, account_claim)
      select group_root, true, 'x', 'x', 'x', 'x' from member where oid = '@member'
      on conflict (group_root) do update set name = 'x' returning group_root)`;
  const key = `with key as (insert into integration_key (oid, group_root, name, public_key, created_by)
      select oid, group_root, 'x', '{}', oid from member where oid = '@member'
      on conflict (oid) do update set name = 'x' returning oid)`;
  const leftovers = [
    [
      'openid_start',
      `${provider} insert into openid_start (state_hash, group_root, browser_hash, verifier, nonce, expires_at)
        select $1::text::bytea, group_root, 'x', 'x', 'x', $2::timestamptz from provider`,
      0,
    ],
    [
      'spent_login_info',
      `${key} insert into spent_login_info (key_oid, mark, expires_at) select oid, $1, $2::timestamptz from key`,
      0,
    ],
    [
      'one_time_code',
      `insert into one_time_code (code_hash, purpose, member_oid, expires_at) values ($1::text::bytea, 'x', '@member', $2)`,
      0,
    ],
    [
      'captcha',
      `insert into captcha (oid, answer_hash, expires_at) values (md5($1::text)::uuid, 'x', $2)`,
      0,
    ],
    [
      'live_credential',
      `insert into live_credential (client_id, session_oid, password_hash, expires_at) values ($1, '@session', 'x', $2)`,
      0,
    ],
    [
      'login_failure',
      `insert into login_failure (subject, failures, window_started_at) values ($1, 1, $2)`,
      -limits.login.failureWindow,
    ],
    [
      'address_call',
      `insert into address_call (subject, calls, window_started_at) values ($1, 1, $2)`,
      -MINUTE,
    ],
  ] as const;
  it.each(leftovers)('removes what has run out of %s and keeps the rest', async (table, insert, after) => {
    const session = await addSession();
    const statement = insert.replaceAll('@member', operator).replace('@session', session);
    await query(statement, 'old', new Date(now + after));
    await query(statement, 'good', new Date(now + after + 1));
    await sweepSessions(rooms.runtime);
    expect(await query(`select 1 from ${table}`)).toHaveLength(1);
    await query(`delete from ${table}`);
  });
});

describe('questions about sessions', () => {
  it('tell those that have ended, of which nobody knows, or whose member may not be signed in', async () => {
    const alive = await addSession();
    const ended = await addSession({ ended: -1 });
    const unknown = rooms.runtime.newOid();
    const [leader, boss] = [await memberOf('sweep-leader'), await memberOf('sweep-administrator')];
    const disabled = await addSession({ member: leader });
    const gone = await addSession({ member: boss });
    await query('update member set enabled = false where oid = $1', leader);
    await query('update member set deleted_at = now() where oid = $1', boss);
    const asked = [alive, ended, unknown, disabled, gone];
    expect((await endedAmong(rooms.db, asked)).toSorted()).toEqual(
      [ended, unknown, disabled, gone].toSorted(),
    );
    expect(await endedAmong(rooms.db, [])).toEqual([]);
  });

  it('tell who of those signed in holds a role, once each', async () => {
    const [role] = await query<{ oid: string }>(
      `select role_oid as oid from member_role where member_oid = $1`,
      operator,
    );
    await addSession();
    await addSession();
    await addSession({ member: await memberOf('sweep-leader') });
    expect(await signedInWithRole(rooms.db, role?.oid ?? '')).toEqual([operator]);
    await query(`update session set ended_at = now()`);
    expect(await signedInWithRole(rooms.db, role?.oid ?? '')).toEqual([]);
  });

  it('do not note the use of one that has ended', async () => {
    const [alive, ended] = [
      await addSession({ used: -MINUTE }),
      await addSession({ used: -MINUTE, ended: -1 }),
    ];
    const later = new Date(now);
    for (const oid of [alive, ended]) await touchSession(rooms.db, oid, later);
    const rows = await query<{ oid: string; last_used_at: Date }>('select oid, last_used_at from session');
    const used = new Map(rows.map((row) => [row.oid, row.last_used_at.getTime() - now]));
    expect([used.get(alive), used.get(ended)]).toEqual([0, -MINUTE]);
  });
});

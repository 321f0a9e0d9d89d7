import { limits, memberCalls, sessionCalls, type SignedIn } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSeal } from '../../platform/seal.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { connectDatabase } from '../../platform/postgres/index.ts';
import { createSessionMemory } from './session-memory.ts';
import { createSessionUse } from './session-use.ts';
import { createSessionWatch } from './session-watch.ts';
import { hashToken, newToken } from './token.ts';

const password = 'Flug-4711!';
const account = 'south-operator';
let rooms: TestRooms;
let groupRoot: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('south', ['administrator', 'operator', 'leader'], password);
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from login_failure`.execute(rooms.db);
  await sql`update member set enabled = true, deleted_at = null, valid_until = null`.execute(rooms.db);
  rooms.clock.move(60_000);
});

const login = async (request: object = {}): Promise<SignedIn> =>
  (await rooms.call(sessionCalls.login, { account, password, ...request })).data as SignedIn;
const alive = async (token: string): Promise<boolean> => {
  // What this process remembers is a second old at most.
  rooms.clock.move(limits.session.revocationPoll);
  return (await rooms.session.authenticate(token)) !== null;
};

describe('no session survives', () => {
  it.each([
    ['the member being disabled', sql`update member set enabled = false where account = ${account}`],
    ['the member being deleted', sql`update member set deleted_at = now() where account = ${account}`],
    [
      'the end of a limited account',
      sql`update member set valid_until = now() - interval '1 second' where account = ${account}`,
    ],
  ])('%s', async (_what, change) => {
    const tokens = [(await login()).authToken, (await login({ remember: true })).authToken];
    await change.execute(rooms.db);
    expect(await Promise.all(tokens.map(alive))).toEqual([false, false]);
    expect(await reasonOf(login())).not.toBe('done');
  });

  it('the change of the password, but the one that made it; codes die too', async () => {
    const [here, other] = [await login(), await login({ remember: true })];
    const { data } = await rooms.call(
      sessionCalls.codeCreate,
      { purpose: 'authInfo' },
      { token: other.authToken },
    );
    const change = { oldPassword: password, newPassword: 'Neuer_Kran_77', confirmPassword: 'Neuer_Kran_77' };
    await rooms.call(memberCalls.changePassword, change, { token: here.authToken });
    expect([await alive(here.authToken), await alive(other.authToken)]).toEqual([true, false]);
    const exchange = rooms.call(sessionCalls.codeExchange, {
      code: (data as { code: string }).code,
      purpose: 'authInfo',
    });
    expect(await reasonOf(exchange)).toBe('codeSpent');
    const row = await rooms.member.byAccount(rooms.db, account);
    const passwordHash = await rooms.member.passwords.hash(password);
    await rooms.member.setPassword(rooms.db, row?.oid ?? '', { passwordHash, mustChange: false });
  });
});

it('signing out leaves a row in the log', async () => {
  const { authToken, oid } = await login();
  await rooms.call(sessionCalls.logout, {}, { token: authToken });
  expect(await alive(authToken)).toBe(false);
  const { rows } =
    await sql`select action, outcome, member_oid from audit_log order by seq desc limit 1`.execute(rooms.db);
  expect(rows).toEqual([{ action: 'login.logout', outcome: 'done', member_oid: oid }]);
});

describe('no one-time code survives', () => {
  it('the end of its member; who made it is in the log', async () => {
    const { authToken, oid } = await login();
    const made = await rooms.call(sessionCalls.codeCreate, { purpose: 'authInfo' }, { token: authToken });
    const { rows } =
      await sql`select action, outcome, member_oid, detail ->> 'purpose' as purpose from audit_log
      order by seq desc limit 1`.execute(rooms.db);
    expect(rows).toEqual([
      { action: 'login.codeCreate', outcome: 'done', member_oid: oid, purpose: 'authInfo' },
    ]);
    await sql`update member set deleted_at = now() where account = ${account}`.execute(rooms.db);
    const { code } = made.data as { code: string };
    expect(await reasonOf(rooms.call(sessionCalls.codeExchange, { code, purpose: 'authInfo' }))).toBe(
      'codeSpent',
    );
  });

  it('the end of all sessions of its member, whoever ended them', async () => {
    const { authToken, oid } = await login();
    const codes: string[] = [];
    for (const target of [authToken, await rooms.tokenOf('south-leader')]) {
      const made = await rooms.call(sessionCalls.codeCreate, { purpose: 'authInfo' }, { token: target });
      codes.push((made.data as { code: string }).code);
    }
    const exchange = (code = '') =>
      reasonOf(rooms.call(sessionCalls.codeExchange, { code, purpose: 'authInfo' }));
    await rooms.session.endAllOf(rooms.db, oid, null);
    expect(await exchange(codes[0])).toBe('codeSpent');
    expect(await exchange(codes[1])).toBe('done');
  });
});

describe('tokens', () => {
  it('are new with every sign-in, 256 bits, and never come from the caller', async () => {
    const tokens: string[] = [];
    for (let n = 0; n < 8; n += 1) tokens.push((await login()).authToken);
    expect(new Set(tokens).size).toBe(8);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    // A token that was planted before the sign-in stays worthless after it.
    const planted = newToken();
    await rooms.call(sessionCalls.login, { account, password }, { token: null });
    expect(await alive(planted)).toBe(false);
  });

  it('stand against ten thousand changed ones', async () => {
    const { authToken } = await login();
    const bytes = Buffer.from(authToken);
    const forged = Array.from({ length: 10_000 }, (_, n) => {
      const changed = Buffer.from(bytes);
      const at = n % bytes.length;
      changed[at] = (changed[at] ?? 0) ^ (1 + (n % 127));
      return changed.toString('latin1');
    }).filter((text) => text !== authToken);
    const hashes = forged.map(hashToken);
    const { rows } = await sql`select oid from session where token_hash = any(${hashes}::bytea[])`.execute(
      rooms.db,
    );
    expect(rows).toEqual([]);
    const some = forged.filter((_, n) => n % 50 === 0);
    const callers = await Promise.all(some.map((token) => rooms.session.authenticate(token)));
    expect(callers.filter((one) => one !== null)).toEqual([]);
    expect(await alive(authToken)).toBe(true);
  });
});

describe('what two installations have in common', () => {
  it('is no secret', async () => {
    const other = await createTestRooms();
    try {
      const closed = await createSeal(rooms.db).close('secret');
      expect(await createSeal(rooms.db).open(closed)).toBe('secret');
      await expect(createSeal(other.db).open(closed)).rejects.toThrow(/authenticate/);
      const changed = Buffer.from(closed);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      await expect(createSeal(rooms.db).open(changed)).rejects.toThrow(/authenticate/);
    } finally {
      await other.close();
    }
  });
});

describe('how long an answer takes', () => {
  it('does not tell whether an account exists', { timeout: 60_000 }, async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    // In turns on one machine. Others who use it only ever add time: the fastest answers show what the work itself
    // takes, and come closer to it with every round.
    const apart = (): number => {
      const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)];
      return Math.abs(known - unknown) / Math.max(known, unknown);
    };
    for (let n = 0; n < 24 || (n < 96 && apart() >= 0.25); n += 1)
      for (const kind of ['known', 'unknown'] as const) {
        await sql`delete from login_failure`.execute(rooms.db);
        // Many rounds are more than one address may ask in a minute.
        rooms.clock.move(1_000);
        const asked = kind === 'known' ? account : `nobody-${n}`;
        const began = performance.now();
        expect(await reasonOf(login({ account: asked, password: 'wrong' }))).toBe('wrongPassword');
        times[kind].push(performance.now() - began);
      }
    expect(apart()).toBeLessThan(0.25);
  });
});

describe('what was announced while nobody listened', () => {
  it('is found out afterwards: ended sessions end here, and members are asked about afresh', async () => {
    const memory = createSessionMemory(rooms.clock);
    const use = createSessionUse(rooms.runtime);
    let gap = (): void => undefined;
    const watch = createSessionWatch(rooms.runtime, {
      listen: async (channel, _handler, missed) => {
        if (channel === 'session_ended' && missed) gap = missed;
        return async () => undefined;
      },
      memory,
      use,
    });
    const notified: string[] = [];
    watch.onEnded((oid) => void notified.push(`ended ${oid}`));
    watch.onMemberChanged((oid) => void notified.push(`changed ${oid}`));
    await watch.start();
    const callers = [];
    for (const token of [
      await rooms.tokenOf(account),
      await rooms.tokenOf(account),
      await rooms.tokenOf(account),
    ]) {
      const caller = await rooms.session.authenticate(token);
      if (!caller) throw new Error('not signed in');
      callers.push(caller);
    }
    const [live, asked] = callers.map(({ sessionOID }) => sessionOID);
    await use.touch(live ?? '');
    for (const caller of callers.slice(1))
      memory.keep(caller.sessionOID, { caller, service: false, expiresAt: Infinity }, memory.stamp());
    await sql`update session set ended_at = now() where oid in (${live}::uuid, ${asked}::uuid)`.execute(
      rooms.db,
    );
    gap();
    await vi.waitFor(() => expect(notified).toHaveLength(3));
    expect(new Set(notified)).toEqual(
      new Set([`ended ${live}`, `ended ${asked}`, `changed ${callers[0]?.memberOID}`]),
    );
    expect([use.sessions(), memory.sessions()]).toEqual([[], []]);
    await watch.stop();
  });

  it('is written again after a database was away: the use of a live connection', async () => {
    const away = connectDatabase({ url: 'postgres://eyrie@127.0.0.1:1/eyrie', log: rooms.runtime.log });
    const use = createSessionUse({ ...rooms.runtime, db: away.kysely });
    await use.touch('a');
    expect(use.sessions()).toEqual([]);
    await away.close();
  });
});

describe('a code for a cockpit', () => {
  const create = (token: string, target: string) =>
    rooms.call(sessionCalls.codeCreate, { purpose: 'cockpit', target }, { token });

  const typed = (type: string) =>
    sql`update department set type = ${type} where group_root = ${groupRoot}::uuid`.execute(rooms.db);
  const grant = async (page: string, given: boolean): Promise<void> => {
    const role = sql`select oid from role where first_key = 'leader' and group_root = ${groupRoot}::uuid`;
    await (
      given
        ? sql`insert into role_resource (role_oid, resource) select oid, ${page} from (${role}) leader
          on conflict do nothing`
        : sql`delete from role_resource where resource = ${page} and role_oid in (${role})`
    ).execute(rooms.db);
  };
  const codeOf = async (token: string, target: string): Promise<string> =>
    ((await create(token, target)).data as { code: string }).code;
  const spend = (code: string, purpose = 'cockpit', memberOID?: string) =>
    rooms.call(sessionCalls.codeExchange, { code, purpose, ...(memberOID ? { memberOID } : {}) });

  afterEach(() => typed('department'));

  it('is for members of a cockpit department, and says which', async () => {
    const token = await rooms.tokenOf('south-leader');
    expect(await reasonOf(create(token, '/CockpitOption'))).toBe('noCockpit');
    await typed('userCockpit');
    expect(await reasonOf(create(token, '/DataStatistics'))).toBe('noCockpit');
    const code = await codeOf(token, '/CockpitOption');
    const spent = await spend(code);
    const groupOID = await rooms.department.rootOf(rooms.db, groupRoot);
    expect(spent.data).toMatchObject({
      target: '/CockpitOption',
      cockpit: { route: '/CockpitOption', groupOID, type: 'userCockpit', loginKey: true },
    });
    expect(await reasonOf(spend(code))).toBe('codeSpent');
    expect(await reasonOf(spend(await codeOf(token, '/CockpitLarge'), 'authInfo'))).toBe('codeSpent');
  });

  it('is for a page that is granted to the member', async () => {
    await typed('leaderCockpit');
    const leader = await rooms.tokenOf('south-leader');
    expect(await reasonOf(create(await rooms.tokenOf('south-operator'), '/CockpitLarge'))).toBe('noCockpit');
    await grant('/CockpitLarge', false);
    rooms.clock.move(limits.session.revocationPoll);
    expect(await reasonOf(create(leader, '/CockpitLarge'))).toBe('noCockpit');
    await grant('/CockpitLarge', true);
    rooms.clock.move(limits.session.revocationPoll);
    const spent = await spend(await codeOf(leader, '/CockpitLarge'));
    expect(spent.data).toMatchObject({
      cockpit: { route: '/CockpitLarge', type: 'leaderCockpit', loginKey: false },
    });
  });

  it('opens nothing after a minute, nor in the browser of somebody else', async () => {
    await typed('leaderCockpit');
    const leader = await rooms.tokenOf('south-leader');
    const late = await codeOf(leader, '/CockpitLarge');
    const others = await codeOf(leader, '/CockpitLarge');
    const { oid } = await login();
    expect(await reasonOf(spend(others, 'cockpit', oid))).toBe('otherAccount');
    rooms.clock.move(limits.session.codeLife + 1);
    expect(await reasonOf(spend(late))).toBe('codeSpent');
  });
});

import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

const { session: life } = limits;
let rooms: TestRooms;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('north', ['operator', 'leader'], 'Flug-4711!');
});
afterAll(() => rooms.close());
beforeEach(() => sql`delete from session`.execute(rooms.db));

const account = 'north-operator';
const alive = async (token: string): Promise<boolean> => (await rooms.session.authenticate(token)) !== null;

describe('sessions', () => {
  it('know the caller with rights, and nobody behind a foreign token', async () => {
    const token = await rooms.tokenOf(account);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const caller = await rooms.session.authenticate(token);
    expect(caller).toMatchObject({ account, mustChange: false });
    expect(caller?.resources.has('flight:start')).toBe(true);
    expect(caller?.resources.has('dock:override')).toBe(false);
    for (const wrong of ['', 'x', `${token}x`, token.toLowerCase(), 'x'.repeat(5_000)])
      expect(await rooms.session.authenticate(wrong)).toBeNull();
  });

  it('store no token in the clear', async () => {
    const token = await rooms.tokenOf(account);
    const { rows } = await sql<{ text: string }>`select session::text as text from session`.execute(rooms.db);
    expect(rows[0]?.text).not.toContain(token);
  });

  it('end after two hours without use', async () => {
    const token = await rooms.tokenOf(account);
    rooms.clock.move(life.idle - 1_000);
    expect(await alive(token)).toBe(true);
    rooms.clock.move(life.idle - 1_000);
    expect(await alive(token)).toBe(true);
    rooms.clock.move(life.idle);
    expect(await alive(token)).toBe(false);
  });

  it('end after twelve hours, however busy', async () => {
    const token = await rooms.tokenOf(account);
    for (let hour = 1; hour < 12; hour += 1) {
      rooms.clock.move(3_600_000);
      expect(await alive(token)).toBe(true);
    }
    rooms.clock.move(3_600_000);
    expect(await alive(token)).toBe(false);
  });

  it('last thirty days when remembered, fourteen without use', async () => {
    const busy = await rooms.tokenOf(account, true);
    const idle = await rooms.tokenOf(account, true);
    rooms.clock.move(10 * 86_400_000);
    expect(await alive(busy)).toBe(true);
    rooms.clock.move(4 * 86_400_000);
    expect(await alive(busy)).toBe(true);
    expect(await alive(idle)).toBe(false);
    rooms.clock.move(10 * 86_400_000);
    expect(await alive(busy)).toBe(true);
    rooms.clock.move(6 * 86_400_000);
    expect(await alive(busy)).toBe(false);
  });

  it('are kept alive by a live connection', async () => {
    const token = await rooms.tokenOf(account);
    const sessionOID = (await rooms.session.authenticate(token))?.sessionOID ?? '';
    for (let quarter = 0; quarter < 12; quarter += 1) {
      rooms.clock.move(900_000);
      await rooms.session.touch(sessionOID);
    }
    expect(await alive(token)).toBe(true);
  });

  it('are ten at most; the oldest ends', async () => {
    const tokens: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      tokens.push(await rooms.tokenOf(account));
      rooms.clock.move(1_000);
    }
    const states = await Promise.all(tokens.map(alive));
    expect(states).toEqual([false, false, ...Array.from({ length: 10 }, () => true)]);
  });

  it('tell every process when one ends, and remember nothing of it', async () => {
    const token = await rooms.tokenOf(account);
    const sessionOID = (await rooms.session.authenticate(token))?.sessionOID ?? '';
    const heard: string[] = [];
    const stop = rooms.session.onEnded((oid) => heard.push(oid));
    // As another process would: past this one's memory.
    await sql`update session set ended_at = now()`.execute(rooms.db);
    await sql`select pg_notify('session_ended', ${sessionOID})`.execute(rooms.db);
    // Those of live connections may be found by the regular look at the same time.
    await vi.waitFor(() => expect(heard).toContain(sessionOID), { timeout: 10_000 });
    stop();
    expect(await alive(token)).toBe(false);
    expect(rooms.session.recentlyVerified(token)).toBeNull();
  });

  it('end with the member being disabled, at the latest after a second', async () => {
    const token = await rooms.tokenOf('north-leader');
    expect(await alive(token)).toBe(true);
    await sql`update member set enabled = false where account = 'north-leader'`.execute(rooms.db);
    rooms.clock.move(life.revocationPoll);
    expect(await alive(token)).toBe(false);
    await sql`update member set enabled = true where account = 'north-leader'`.execute(rooms.db);
  });

  it('see the whole organisation from its only top department, and no more a second after that has changed', async () => {
    const { db } = rooms;
    const token = await rooms.tokenOf(account);
    const sees = async (): Promise<boolean | undefined> => {
      rooms.clock.move(life.revocationPoll);
      return (await rooms.session.authenticate(token))?.wholeOrganisation;
    };
    const caller = await rooms.session.authenticate(token);
    const { groupOID: top, groupRoot } = caller ?? { groupOID: '', groupRoot: '' };
    const [below, beside] = [rooms.runtime.newOid(), rooms.runtime.newOid()];
    expect(await sees()).toBe(true);

    await sql`insert into department (oid, group_root, parent_oid, name, path)
      values (${below}, ${groupRoot}, ${top}, 'below', array[${top}, ${below}]::uuid[])`.execute(db);
    const moveTo = (oid: string) =>
      sql`update member set group_oid = ${oid} where account = ${account}`.execute(db);
    await moveTo(below);
    expect(await sees()).toBe(false);
    await moveTo(top);
    expect(await sees()).toBe(true);

    // As a database restored from elsewhere might have it.
    await sql`insert into department (oid, group_root, name, path)
      values (${beside}, ${groupRoot}, 'beside', array[${beside}::uuid])`.execute(db);
    expect(await sees()).toBe(false);
    await sql`delete from department where oid = any(${[below, beside]}::uuid[])`.execute(db);
  });

  it('are known for a minute to what must work without a database', async () => {
    const token = await rooms.tokenOf(account);
    expect(rooms.session.recentlyVerified(token)).toBeNull();
    await rooms.session.authenticate(token);
    rooms.clock.move(life.verifiedFor - 1);
    expect(rooms.session.recentlyVerified(token)?.account).toBe(account);
    rooms.clock.move(1);
    expect(rooms.session.recentlyVerified(token)).toBeNull();
  });

  it('keep no answer that was asked for before the end was heard', async () => {
    const token = await rooms.tokenOf(account);
    const asked = rooms.session.authenticate(token);
    const sessionOID = (await asked)?.sessionOID ?? '';
    const racing = rooms.session.authenticate(token);
    await rooms.session.end(rooms.db, sessionOID);
    await racing;
    expect(await alive(token)).toBe(false);
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestRooms } from '../../testing/rooms.ts';
import { dropOldChallenges, insertChallenge, spendChallenge } from './challenge.store.ts';
import { createChallenges } from './challenge.service.ts';
import { claimHolds, liveClaim } from './claim.store.ts';
import { senderStatusOf } from './sender.store.ts';
import { account, addTwoDocks, openPeople } from './command.people.fixture.ts';

/** What an order rests on beside its own row: its confirmation, the claim of its gateway, and who sends it. */
const at = 1_760_000_000_000;
let rooms: TestRooms;
let groupRoot: string;
let memberOID: string;
let otherMember: string;
let dockOID: string;
let otherDock: string;
beforeAll(async () => {
  ({ rooms, groupRoot, memberOID, otherMember } = await openPeople());
});
afterAll(() => rooms.close());
beforeEach(async () => {
  [dockOID, otherDock] = await addTwoDocks(rooms);
});

describe('a confirmation that was given out', () => {
  const nonceHash = Buffer.from('a');
  const given = () => ({ nonceHash, memberOID, dockOID, method: 'startJob', now: at });
  beforeEach(async () => {
    await dropOldChallenges(rooms.db, at + 1_000_000);
    await insertChallenge(rooms.db, { ...given(), expiresAt: at + 10 });
  });
  const spend = (part: object) => spendChallenge(rooms.db, { ...given(), ...part });

  it('is spent once', async () => {
    expect([await spend({ now: at + 9 }), await spend({})]).toEqual([true, false]);
  });

  it.each([
    ['another one', () => ({ nonceHash: Buffer.from('b') })],
    ['another member', () => ({ memberOID: otherMember })],
    ['another dock', () => ({ dockOID: otherDock })],
    ['another method', () => ({ method: 'forceEndJob' })],
  ])('is not spent for %s, and stays', async (_for, part) => {
    expect(await spend(part())).toBe(false);
    expect(await spend({})).toBe(true);
  });

  it('is spent through the database alone, by the call that carries it', async () => {
    const challenges = createChallenges(rooms.runtime);
    const caller = await rooms.session.authenticate(await rooms.tokenOf(account));
    if (!caller) throw new Error('not signed in');
    const spends = async (
      how: 'spend' | 'spendInEmergency',
      nonce: string | undefined,
      method = 'hover',
    ): Promise<string> => {
      const spending =
        how === 'spend'
          ? challenges.spend(rooms.db, caller, dockOID, method, nonce)
          : challenges.spendInEmergency(caller, dockOID, method, nonce);
      return spending.then(
        () => 'spent',
        (error: { reason: string }) => error.reason,
      );
    };
    for (const how of ['spend', 'spendInEmergency'] as const) {
      const { nonce } = await challenges.issue(caller, dockOID, 'hover');
      expect(await spends(how, nonce, 'returnHome')).toBe('confirmationSpent');
      const again = await challenges.issue(caller, dockOID, 'hover');
      expect(await spends(how, again.nonce)).toBe('spent');
      expect(await spends('spend', again.nonce)).toBe('confirmationSpent');
      expect(await spends('spendInEmergency', again.nonce)).toBe('confirmationSpent');
      expect(await spends(how, undefined)).toBe('confirmationMissing');
    }
    // Spent here, it is not good for another way when the database then goes.
    let isUp = true;
    const flaky = createChallenges(rooms.runtime, () => isUp);
    const { nonce } = await flaky.issue(caller, dockOID, 'hover');
    await flaky.spend(rooms.db, caller, dockOID, 'hover', nonce);
    isUp = false;
    await expect(flaky.spendInEmergency(caller, dockOID, 'hover', nonce)).rejects.toMatchObject({
      reason: 'confirmationSpent',
    });
  });

  it('is worth nothing when its time is over, and is forgotten then', async () => {
    expect(await spend({ now: at + 10 })).toBe(false);
    await insertChallenge(rooms.db, { ...given(), expiresAt: at + 10 });
    await dropOldChallenges(rooms.db, at + 10);
    expect(await spend({})).toBe(true);
    await insertChallenge(rooms.db, { ...given(), expiresAt: at + 10 });
    await dropOldChallenges(rooms.db, at + 11);
    expect(await spend({})).toBe(false);
  });
});

it('a gateway speaks to a dock as long as its claim lasts', async () => {
  await sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
    values (${otherDock}::uuid, 'a', 1, ${new Date(at)})`.execute(rooms.db);
  expect(await liveClaim(rooms.db, otherDock, at - 1)).toBe(true);
  expect(await liveClaim(rooms.db, otherDock, at)).toBe(false);
  expect(await liveClaim(rooms.db, dockOID, at - 1)).toBe(false);
  // Or as long as the gateway says that it lives, which keeps all of its claims but those that it gave back.
  const lives = (end: number) =>
    sql`insert into instance (instance_id, started_at, seen_at, processes, claims_until)
    values ('a', now(), now(), '{gateway}', ${new Date(end)})
    on conflict (instance_id) do update set claims_until = excluded.claims_until`.execute(rooms.db);
  await lives(at + 50);
  expect(await liveClaim(rooms.db, otherDock, at + 49)).toBe(true);
  expect(await claimHolds(rooms.db, otherDock, 'a', 1, at + 49)).toBe(true);
  expect(await claimHolds(rooms.db, otherDock, 'b', 1, at + 49)).toBe(false);
  expect(await claimHolds(rooms.db, otherDock, 'a', 2, at + 49)).toBe(false);
  expect(await liveClaim(rooms.db, otherDock, at + 50)).toBe(false);
  expect(await claimHolds(rooms.db, otherDock, 'a', 1, at + 50)).toBe(false);
  await sql`update gateway_claim set expires_at = to_timestamp(0) where dock_oid = ${otherDock}::uuid`.execute(
    rooms.db,
  );
  expect(await liveClaim(rooms.db, otherDock, at)).toBe(false);
});

describe('the sender of an order', () => {
  const readStatus = async (token?: string) => {
    const caller = await rooms.session.authenticate(token ?? (await rooms.tokenOf(account)));
    return (change = '', now = rooms.clock.wall()) =>
      rooms.db.transaction().execute(async (trx) => {
        if (change) await sql.raw(change).execute(trx);
        const sender = { sessionOID: caller?.sessionOID ?? '', dockOID, rights: ['flight:start', 'no:such'] };
        const found = await senderStatusOf(trx, sender, now);
        await sql`rollback`.execute(trx);
        return found;
      });
  };
  const whole = { signedIn: true, proved: true, sees: true, rights: ['flight:start'] };

  it('may send what the member sees and may do', async () => {
    const ask = await readStatus();
    expect(await ask()).toEqual(whole);
    expect(await ask(`update member set valid_until = now() + interval '1 hour'`)).toEqual(whole);
  });

  it.each([
    ['the session ended', 'update session set ended_at = now()'],
    ['the member was disabled', 'update member set enabled = false'],
    ['the member is gone', 'update member set deleted_at = now()'],
    ['the account ran out', `update member set valid_until = now() - interval '1 second'`],
    ['the session ran out', `update session set expires_at = to_timestamp(${at / 1_000})`],
  ])('is signed in no more when %s', async (_when, change) => {
    expect(await (await readStatus())(change)).toEqual({ ...whole, signedIn: false });
  });

  it('has its own session, its own rights and its own place', async () => {
    const ask = await readStatus();
    await rooms.tokenOf('gamma-leader');
    const rights = `delete from role_resource where role_oid in (select role_oid from member_role where member_oid = '${memberOID}')`;
    expect(await ask(rights)).toEqual({ ...whole, rights: [] });
    expect(await ask(`update dock set deleted_at = now() where oid = '${dockOID}'`)).toEqual({
      ...whole,
      sees: false,
    });
    expect(await ask(`update dock set deleted_at = now() where oid = '${otherDock}'`)).toEqual(whole);
    const parentOID = await rooms.department.rootOf(rooms.db, groupRoot);
    const lower = await rooms.department.add(rooms.db, { groupRoot, parentOID, name: randomUUID() });
    const move = `update member set group_oid = '${lower}' where oid = '${memberOID}'`;
    expect(await ask(move)).toEqual({ ...whole, sees: false });
    const down = `update dock set group_oid = '${lower}' where oid = '${dockOID}'`;
    expect(await ask(down)).toEqual(whole);
  });

  it.each([
    ['no device has spoken there', 'proved_at = null'],
    ['its serial number passed to another record', 'waiting = true'],
  ])('orders a dock whose link is not proved when %s', async (_when, change) => {
    const ask = await readStatus();
    expect(await ask(`update dock set ${change} where oid = '${dockOID}'`)).toEqual({
      ...whole,
      proved: false,
    });
    expect(await ask(`update dock set ${change} where oid = '${otherDock}'`)).toEqual(whole);
  });

  it('is nobody without a session', async () => {
    const sender = { sessionOID: randomUUID(), dockOID, rights: ['flight:start'] };
    expect(await senderStatusOf(rooms.db, sender, at)).toEqual({
      signedIn: false,
      proved: true,
      sees: false,
      rights: [],
    });
  });
});

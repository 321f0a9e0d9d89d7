import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { DockLink } from '../dock/index.ts';
import { expireDrafts } from './command.expiry.ts';
import { commandByOid, insertCommand } from './command.store.ts';
import { createCommandTakeover } from './command.takeover.ts';

const account = 'gamma-operator';
let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['operator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

/** Takes over a dock with one order, given so many seconds ago. Is the dock held? */
const held = async (method: string, state: string, secondsAgo: number, flight: string): Promise<boolean> => {
  const flights = createTestFlights(rooms.runtime);
  const dockOID = await flights.dock(account);
  const flightOID = await flights.flight(account, {
    dockOID,
    taskOID: await flights.task(account),
    routeOID: await flights.route(account),
    state: flight,
  });
  const at = new Date(rooms.clock.wall() - secondsAgo * 1_000);
  await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments, arguments_hash,
      issued_by, issued_at, expires_at, sent_at, state)
    select gen_random_uuid(), group_root, ${dockOID}::uuid, ${flightOID}::uuid, ${method}, ${randomUUID()}, '{}', '', oid,
      ${at}, ${at}, ${at}, ${state} from member where account = ${account}`.execute(rooms.db);
  const takeOver = createCommandTakeover({
    db: rooms.db,
    serverTime: rooms.runtime.serverTime,
    fence: { expired: () => true },
    life: { move: async () => null },
    watches: { watch: () => undefined },
  });
  const link = { dock: { oid: dockOID } } as DockLink;
  const beside = { dock: { oid: await flights.dock(account) } } as DockLink;
  const unresolved = await takeOver([beside, link]);
  // What is open on one dock holds no other that is taken over with it.
  expect(unresolved.has(beside)).toBe(false);
  return unresolved.has(link);
};

describe('after a restart a dock is held', () => {
  it.each([
    ['startJob', 'sent', 3_600, 'created'],
    ['startJob', 'unknown', 3_600, 'created'],
    ['startJob', 'accepted_late', 3_600, 'created'],
    ['startJob', 'unknown', 3_600, 'inFlight'],
    ['hover', 'authorised', 3_600, 'over'],
    ['hover', 'unknown', 20, 'over'],
    ['returnHome', 'accepted', 20, 'over'],
  ])('for %s that is %s since %i s, its flight %s', async (method, state, secondsAgo, flight) => {
    expect(await held(method, state, secondsAgo, flight)).toBe(true);
  });

  it.each([
    ['startJob', 'unknown', 3_600, 'over'],
    ['startJob', 'failed', 1, 'created'],
    ['startJob', 'drafted', 1, 'created'],
    ['hover', 'unknown', 3_600, 'created'],
    ['hover', 'succeeded', 1, 'created'],
  ])('but not for %s that is %s since %i s, its flight %s', async (method, state, secondsAgo, flight) => {
    expect(await held(method, state, secondsAgo, flight)).toBe(false);
  });
});

const leftOver = async (state: 'drafted' | 'sent', expiresAt: number): Promise<string> => {
  const oid = randomUUID();
  const dockOID = await createTestFlights(rooms.runtime).dock(account);
  const member = await rooms.member.byAccount(rooms.db, account);
  await insertCommand(rooms.db, {
    oid,
    groupRoot: member?.groupRoot ?? '',
    dockOID,
    flightOID: null,
    method: 'flightPause',
    key: randomUUID(),
    arguments: {},
    argumentsHash: Buffer.alloc(32),
    issuedBy: member?.oid ?? '',
    sessionOID: null,
    tabId: null,
    address: null,
    epoch: null,
    nonceHash: null,
    issuedAt: expiresAt - 5_000,
    expiresAt,
    state,
    reason: null,
    detail: null,
    history: [{ at: expiresAt - 5_000, state, detail: null }],
  });
  return oid;
};

it('orders whose end could not be written end as expired, those in their time and those that left do not', async () => {
  const now = rooms.runtime.serverTime();
  const overdue = await leftOver('drafted', now - limits.command.expireAfter - 1);
  const inTime = await leftOver('drafted', now - limits.command.expireAfter + 1_000);
  const left = await leftOver('sent', now - 60_000);
  const parts = { ...rooms.runtime, audit: rooms.audit };
  expect(await expireDrafts(parts)).toBe(1);
  expect(await expireDrafts(parts)).toBe(0);
  expect(await commandByOid(rooms.db, overdue)).toMatchObject({
    state: 'expired',
    reason: 'expired',
    code: 409,
  });
  expect((await commandByOid(rooms.db, inTime))?.state).toBe('drafted');
  expect((await commandByOid(rooms.db, left))?.state).toBe('sent');
  const { rows } = await sql<{ outcome: string }>`
    select outcome from audit_log where correlation_id = ${overdue}`.execute(rooms.db);
  expect(rows).toEqual([{ outcome: 'expired' }]);
});

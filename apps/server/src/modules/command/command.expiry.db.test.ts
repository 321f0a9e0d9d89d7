import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { expireDrafts } from './command.expiry.ts';
import { commandByOid, insertCommand } from './command.store.ts';

let rooms: TestRooms;
let groupRoot: string;
let dockOID: string;
let memberOID: string;
beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('south', ['operator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('south-operator');
  memberOID = (await rooms.member.byAccount(rooms.db, 'south-operator'))?.oid ?? '';
});
afterAll(() => rooms.close());

const order = async (state: 'drafted' | 'sent', expiresAt: number): Promise<string> => {
  const oid = randomUUID();
  await insertCommand(rooms.db, {
    oid,
    groupRoot,
    dockOID,
    flightOID: null,
    method: 'flightPause',
    key: randomUUID(),
    arguments: {},
    argumentsHash: Buffer.alloc(32),
    issuedBy: memberOID,
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
  const overdue = await order('drafted', now - limits.command.expireAfter - 1);
  const inTime = await order('drafted', now - limits.command.expireAfter + 1_000);
  const left = await order('sent', now - 60_000);
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

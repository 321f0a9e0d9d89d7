import { auditLogCalls, sessionCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { auditLogEndpoints } from './index.ts';

let rooms: TestRooms;
let extra: readonly Endpoint[];
let operatorOfAll: string;
let administrator: string;
const later: boolean[] = [];

beforeAll(async () => {
  rooms = await createTestRooms();
  // Whoever administers the first organisation also runs the instance.
  const people = ['north', 'south'].map((name) => ({
    account: `${name}-administrator`,
    name,
    role: 'administrator' as const,
    password: 'Flug-4711!',
    mustChange: false,
  }));
  for (const one of people)
    await rooms.organisation.add({ name: one.name, first: one.name === 'north', people: [one] });
  operatorOfAll = await rooms.tokenOf('north-administrator');
  administrator = await rooms.tokenOf('south-administrator');
  extra = auditLogEndpoints(rooms.runtime, {
    audit: rooms.audit,
    timeZoneOf: async () => 'Asia/Shanghai',
    verifyLater: async (_context, unowned) => {
      later.push(unowned);
      return '018f0000-0000-7000-8000-000000000009';
    },
  });
  // What the tests read: the row that this refusal leaves.
  await rooms
    .call(sessionCalls.login, { account: 'nobody-has-this', password: 'Flug-4711!' })
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
});
afterAll(() => rooms.close());

const ask = async (token: string, filters: Record<string, unknown> = {}) =>
  (await rooms.call(auditLogCalls.queryUnowned, { pageSize: 50, ...filters }, { token, extra })).data as {
    list: {
      action: string;
      outcome: string;
      address: string;
      member: unknown;
      detail: { account: string };
    }[];
    total: number;
  };

it('shows a sign-in with an account that nobody has to those who operate the instance', async () => {
  const { list, total } = await ask(operatorOfAll);
  expect(total).toBe(1);
  expect(list).toMatchObject([
    {
      action: 'login.password',
      outcome: 'refused',
      address: '192.0.2.1',
      member: null,
      detail: { account: 'nobody-has-this', reason: 'wrongPassword' },
    },
  ]);
  expect((await ask(operatorOfAll, { keyword: 'NOBODY-has' })).total).toBe(1);
  expect((await ask(operatorOfAll, { action: 'role' })).total).toBe(0);
});

it('shows it to nobody else, and neither in the log of an organisation', async () => {
  await expect(ask(administrator)).rejects.toMatchObject({ reason: 'notAllowed' });
  await expect(
    rooms.call(auditLogCalls.verifyUnowned, {}, { token: administrator, extra }),
  ).rejects.toMatchObject({ reason: 'notAllowed' });
  for (const token of [operatorOfAll, administrator]) {
    const own = await rooms.call(auditLogCalls.query, { pageSize: 50 }, { token, extra });
    expect(JSON.stringify(own.data)).not.toContain('nobody-has-this');
  }
});

it('checks the chain of these rows, and writes the check down where the asker belongs', async () => {
  const verify = async (): Promise<unknown> =>
    (await rooms.call(auditLogCalls.verifyUnowned, {}, { token: operatorOfAll, extra })).data;
  expect(await verify()).toMatchObject({ state: 'whole', rows: 1 });
  const own = await rooms.call(
    auditLogCalls.query,
    { action: 'auditLog.verify', pageSize: 50 },
    { token: operatorOfAll, extra },
  );
  expect(own.data).toMatchObject({ total: 1, list: [{ detail: { unowned: true, rows: 1 } }] });
  await rooms.db.transaction().execute(async (trx) => {
    await sql`alter table audit_log disable trigger all`.execute(trx);
    await sql`update audit_log set address = '192.0.2.2' where group_root is null`.execute(trx);
    await sql`alter table audit_log enable trigger all`.execute(trx);
  });
  expect(await verify()).toMatchObject({ state: 'broken', brokenAt: 1 });
});

it('leaves a long chain to the background, and says which one', async () => {
  await sql`update audit_head set seq = 1000000 where group_root = '00000000-0000-0000-0000-000000000000'`.execute(
    rooms.db,
  );
  const { data } = await rooms.call(auditLogCalls.verifyUnowned, {}, { token: operatorOfAll, extra });
  expect(data).toMatchObject({ state: 'checking' });
  expect(later).toEqual([true]);
});

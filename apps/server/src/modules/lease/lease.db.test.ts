import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createLeaseService, type LeaseService } from './lease.service.ts';

let rooms: TestRooms;
let leases: LeaseService;
let dockOID: string;
let groupRoot: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  leases = createLeaseService(rooms.runtime, {
    audit: rooms.audit,
    changed: () => undefined,
    airborne: async () => true,
  });
  groupRoot = await rooms.seed('gamma', ['operator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('gamma-operator');
});
afterAll(() => rooms.close());

const operator = async (): Promise<Caller> => {
  const caller = await rooms.session.authenticate(await rooms.tokenOf('gamma-operator'));
  if (!caller) throw new Error('the operator is not signed in');
  return caller;
};
const take = async (): Promise<void> => {
  await leases.take(
    { dockOID, groupRoot, control: 'flight' },
    await operator(),
    '192.0.2.1',
    'tab-of-a-test',
  );
};
const holder = async (): Promise<boolean> =>
  (await leases.get(dockOID, 'flight', await operator())).holder !== null;
const sweep = () => leases.sweep(async () => groupRoot);

describe('control of a dock', () => {
  const endings = [
    [
      'the role no longer allows it',
      `delete from role_resource where resource = 'dock:control'`,
      `
      insert into role_resource select oid, 'dock:control' from role where first_key = 'operator'`,
    ],
    [
      'the member lost the role',
      `delete from member_role`,
      `
      insert into member_role select member.oid, role.oid from member, role where first_key = 'operator'`,
    ],
    ['the member is gone', `update member set deleted_at = now()`, `update member set deleted_at = null`],
    ['the account ran out', `update member set valid_until = now()`, `update member set valid_until = null`],
    ['the member is disabled', `update member set enabled = false`, `update member set enabled = true`],
    ['the session ended', `update session set ended_at = now()`, `select 1`],
  ] as const;

  it.each(endings)(
    'ends at the next look when %s, and says so while the aircraft flies',
    async (_why, end, mend) => {
      await take();
      expect(await sweep()).toEqual([]);
      expect(await holder()).toBe(true);
      await sql.raw(end).execute(rooms.db);
      expect(await sweep()).toEqual([{ dockOID, groupRoot, control: 'flight' }]);
      await sql.raw(mend).execute(rooms.db);
      expect(await holder()).toBe(false);
    },
  );

  it('ends when the dock moves out of the member’s sight', async () => {
    await take();
    const other = await rooms.department.add(rooms.db, {
      groupRoot,
      parentOID: await rooms.department.rootOf(rooms.db, groupRoot),
      name: 'other',
    });
    await sql`update member set group_oid = ${other}`.execute(rooms.db);
    expect(await sweep()).toHaveLength(1);
    expect(await holder()).toBe(false);
  });
});

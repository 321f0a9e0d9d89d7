import { sql } from 'kysely';
import { limits } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createLeaseService, type LeaseService } from './lease.service.ts';
import { readLease, releaseEverything } from './lease.store.ts';

let rooms: TestRooms;
let leases: LeaseService;
let dockOID: string;
let groupRoot: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  leases = createLeaseService(rooms.runtime, {
    audit: rooms.audit,
    changed: () => undefined,
    untilOrdersSettled: async () => undefined,
    airborne: async () => true,
  });
  groupRoot = await rooms.seed('gamma', ['operator', 'leader'], 'Flug-4711!');
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
    { caller: await operator(), address: '192.0.2.1', correlationId: 'call-0' },
    'tab-of-a-test',
  );
};
const holder = async (): Promise<boolean> =>
  (await leases.get(dockOID, 'flight', await operator())).holder !== null;
const sweep = () => leases.sweep(async () => groupRoot);
const free = () => releaseEverything(rooms.db, new Date(rooms.runtime.serverTime()));

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
    async (_why, end, restore) => {
      await take();
      expect(await sweep()).toEqual([]);
      expect(await holder()).toBe(true);
      await sql.raw(end).execute(rooms.db);
      expect(await sweep()).toEqual([{ dockOID, groupRoot, control: 'flight' }]);
      await sql.raw(restore).execute(rooms.db);
      expect(await holder()).toBe(false);
    },
  );

  describe('that ends while the database has a bad moment', () => {
    const oids: string[] = [];
    const endSessions = () => sql`update session set ended_at = now()`.execute(rooms.db);
    beforeAll(async () => {
      for (let dock = 0; dock < 2; dock += 1)
        oids.push(await createTestFlights(rooms.runtime).dock('gamma-operator'));
    });
    const takeAll = async (): Promise<void> => {
      const call = { caller: await operator(), address: '192.0.2.1', correlationId: 'call-2' };
      for (const oid of oids)
        await leases.take({ dockOID: oid, groupRoot, control: 'flight' }, call, 'tab-of-a-test');
    };
    const docksOf = (lost: readonly { dockOID: string }[]) => lost.map((one) => one.dockOID);

    it('is told for each dock, although another could not be freed at that moment', async () => {
      await takeAll();
      await endSessions();
      let looks = 0;
      const first = await leases.sweep(async () => {
        looks += 1;
        if (looks === 1) throw new Error('a bad moment');
        return groupRoot;
      });
      expect(docksOf(first)).toHaveLength(1);
      expect(docksOf([...first, ...(await sweep())]).toSorted()).toEqual(oids.toSorted());
    });

    it('is told although nobody knew at that moment whether the aircraft flies', async () => {
      let looks = 0;
      const careful = createLeaseService(rooms.runtime, {
        audit: rooms.audit,
        changed: () => undefined,
        untilOrdersSettled: async () => undefined,
        airborne: async () => {
          looks += 1;
          if (looks === 1) throw new Error('a bad moment');
          return true;
        },
      });
      await takeAll();
      await endSessions();
      const reported = [
        await careful.sweep(async () => groupRoot),
        await careful.sweep(async () => groupRoot),
      ];
      expect(docksOf(reported.flat()).toSorted()).toEqual(oids.toSorted());
    });
  });

  it('of a dock that was deleted cannot be taken, and ends there', async () => {
    const gone = await createTestFlights(rooms.runtime).dock('gamma-operator');
    const call = { caller: await operator(), address: '192.0.2.1', correlationId: 'call-3' };
    const target = { dockOID: gone, groupRoot, control: 'flight' } as const;
    const override = () => leases.override(target, call, 'tab-2', 'a test', async () => undefined);
    await override();
    await sql`update dock set deleted_at = now() where oid = ${gone}::uuid`.execute(rooms.db);
    await expect(override()).rejects.toMatchObject({ reason: 'notFound' });
    rooms.clock.move(limits.lease.ttl);
    expect(await sweep()).toContainEqual(target);
    expect((await leases.get(gone, 'flight', await operator())).holder).toBeNull();
  });

  it('is taken over only when its confirmation holds, and told only when it changed', async () => {
    const reported: string[] = [];
    const watched = createLeaseService(rooms.runtime, {
      audit: rooms.audit,
      changed: (_target, { kind }) => void reported.push(kind),
      untilOrdersSettled: async () => undefined,
      airborne: async () => true,
    });
    const oid = await createTestFlights(rooms.runtime).dock('gamma-operator');
    const target = { dockOID: oid, groupRoot, control: 'flight' } as const;
    const call = { caller: await operator(), address: '192.0.2.1', correlationId: 'call-4' };
    const { epoch } = await watched.take(target, call, 'tab-1');
    expect(reported).toEqual(['lease']);
    await watched.renew(target, call, 'tab-1', epoch);
    expect(reported).toEqual(['lease']);
    const override = (guard: () => Promise<void>) => watched.override(target, call, 'tab-2', 'a test', guard);
    await expect(
      override(async () => {
        throw new Error('no confirmation');
      }),
    ).rejects.toThrow('no confirmation');
    expect((await watched.get(oid, 'flight', call.caller)).epoch).toBe(epoch);
    expect((await override(async () => undefined)).epoch).toBe(epoch + 1);
    expect(reported).toEqual(['lease', 'lease']);
    await watched.release(target, call, 'tab-2', epoch + 1);
    expect(reported).toEqual(['lease', 'lease', 'lease']);
  });

  it('stays where it is when somebody else renews or gives back what they do not hold', async () => {
    const oid = await createTestFlights(rooms.runtime).dock('gamma-operator');
    const target = { dockOID: oid, groupRoot, control: 'flight' } as const;
    const call = { caller: await operator(), address: '192.0.2.1', correlationId: 'call-5' };
    const { epoch } = await leases.take(target, call, 'tab-1');
    for (const refused of [
      () => leases.renew(target, call, 'tab-1', epoch + 1),
      () => leases.renew(target, call, 'tab-2', epoch),
      () => leases.release(target, call, 'tab-2', epoch),
    ])
      await expect(refused()).rejects.toMatchObject({ reason: 'controlLost' });
    expect((await leases.get(oid, 'flight', call.caller)).epoch).toBe(epoch);
    expect((await leases.release(target, call, 'tab-1', epoch)).holder).toBeNull();
  });

  it('that runs out on the ground is freed and is no loss in the air', async () => {
    const grounded = createLeaseService(rooms.runtime, {
      audit: rooms.audit,
      changed: () => undefined,
      untilOrdersSettled: async () => undefined,
      airborne: async () => false,
    });
    await take();
    rooms.clock.move(limits.lease.ttl);
    expect(await grounded.sweep(async () => groupRoot)).toEqual([]);
    expect(await holder()).toBe(false);
  });

  it('stays as it is while nobody knows whose dock it is', async () => {
    await take();
    rooms.clock.move(limits.lease.ttl);
    const before = await readLease(rooms.db, dockOID, 'flight', rooms.runtime.serverTime());
    expect(await leases.sweep(async () => null)).toEqual([]);
    expect(await readLease(rooms.db, dockOID, 'flight', rooms.runtime.serverTime())).toMatchObject({
      epoch: before.epoch,
      holder: before.holder,
    });
    expect(await sweep()).toHaveLength(1);
  });

  it('that another server freed meanwhile is not freed and reported once more', async () => {
    await take();
    rooms.clock.move(limits.lease.ttl);
    const again = await leases.sweep(async () => {
      expect(await sweep()).toHaveLength(1);
      return groupRoot;
    });
    expect(again).toEqual([]);
  });

  it('waits with all others once the database is gone', async () => {
    const other = await createTestFlights(rooms.runtime).dock('gamma-operator');
    const call = { caller: await operator(), address: '192.0.2.1', correlationId: 'call-6' };
    await take();
    await leases.take({ dockOID: other, groupRoot, control: 'flight' }, call, 'tab-1');
    rooms.clock.move(limits.lease.ttl);
    let looks = 0;
    await leases.sweep(async () => {
      looks += 1;
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    });
    expect(looks).toBe(1);
    expect(await sweep()).toHaveLength(2);
  });

  it('ends for everybody after a restore, under a number that nobody held', async () => {
    await take();
    const now = rooms.runtime.serverTime();
    const before = await readLease(rooms.db, dockOID, 'flight', now);
    await releaseEverything(rooms.db, new Date(now));
    expect(await readLease(rooms.db, dockOID, 'flight', now)).toMatchObject({
      holder: null,
      asker: null,
      epoch: before.epoch + 1,
      expiresAt: now,
    });
  });

  it('stays with a member of the department above the dock', async () => {
    const below = await rooms.department.add(rooms.db, {
      groupRoot,
      parentOID: await rooms.department.rootOf(rooms.db, groupRoot),
      name: 'below',
    });
    await sql`update dock set group_oid = ${below} where oid = ${dockOID}::uuid`.execute(rooms.db);
    await take();
    expect(await sweep()).toEqual([]);
    expect(await holder()).toBe(true);
    await free();
  });

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

it('is shown to have passed on once no order under what went before is on its way, and only then', async () => {
  const did: string[] = [];
  let settle: () => void = () => undefined;
  const service = createLeaseService(rooms.runtime, {
    audit: rooms.audit,
    changed: (_target, { lease }) => void did.push(`changed ${lease.holder !== null}`),
    untilOrdersSettled: (oid, control) =>
      new Promise((resolve) => {
        did.push(`waits ${oid === dockOID} ${control}`);
        settle = resolve;
      }),
    airborne: async () => true,
  });
  const target = { dockOID, groupRoot, control: 'flight' } as const;
  const call = { caller: await operator(), address: '192.0.2.1', correlationId: 'call-1' };
  let taken: number | null = null;
  const taking = service.take(target, call, 'tab').then(({ epoch }) => void (taken = epoch));
  await expect.poll(() => did).toEqual(['waits true flight']);
  expect(taken).toBeNull();
  settle();
  await taking;
  expect(did).toEqual(['waits true flight', 'changed true']);
  // Renewed it is the same control: nothing waits, and nobody is told.
  await service.renew(target, call, 'tab', taken ?? 0);
  expect(did).toHaveLength(2);
  const released = service.release(target, call, 'tab', taken ?? 0);
  await expect.poll(() => did.length).toBe(3);
  expect(did.at(-1)).toBe('waits true flight');
  settle();
  await released;
  expect(did.at(-1)).toBe('changed false');
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext, Caller } from '../platform/http/endpoint.ts';
import { notFound } from '../platform/http/refusal.ts';
import { createTestFlights, type TestFlights } from './flights.ts';
import { reasonOf } from './refusal-of.ts';
import { quietDockDeps } from './dock-deps.ts';
import { createTestRooms, testContext, type TestRooms } from './rooms.ts';
import { addFlight, createFlightList } from '../modules/flight/flight.service.ts';
import { createLeaseService, type LeaseService } from '../modules/lease/index.ts';
import { createRoutes, routeForFlight } from '../modules/route/route.list.ts';
import { createDockService } from '../modules/dock/dock.service.ts';
import { contentsOf } from '../modules/department/department.contents.store.ts';
import { bindDrones } from '../modules/drone/index.ts';
import { dockForCaller } from '../modules/dock/dock.store.ts';

const account = 'gamma-administrator';
let rooms: TestRooms;
let flights: TestFlights;
let leases: LeaseService;
let caller: Caller;
let context: CallContext;
let outNow: boolean | null;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  flights = createTestFlights(rooms.runtime);
  leases = createLeaseService(rooms.runtime, {
    audit: rooms.audit,
    changed: () => undefined,
    untilOrdersSettled: async () => undefined,
    airborne: async () => false,
  });
  const found = await rooms.session.authenticate(await rooms.tokenOf(account));
  if (!found) throw new Error('not signed in');
  caller = found;
  context = testContext({ caller });
});
afterAll(() => rooms.close());

/**
 * Deletes as a call does, with a gateway that says what `outNow` says.
 * @param meanwhile begins before the transaction ends
 */
const remove = (oids: string[], meanwhile?: () => unknown): Promise<void> =>
  docksOf(meanwhile).remove(oids, context);
const retire = (oids: string[], meanwhile?: () => unknown): Promise<void> =>
  docksOf(meanwhile).retire(oids, context);

const docksOf = (meanwhile: () => unknown = () => undefined) =>
  createDockService(rooms.runtime, {
    giveCode: async () => ({ code: '', expiresAt: 0 }),
    ...quietDockDeps,
    department: rooms.department,
    audit: {
      ...rooms.audit,
      done: (...row: Parameters<typeof rooms.audit.done>) => {
        meanwhile();
        return rooms.audit.done(...row);
      },
    },
    aircraftOut: async () => outNow,
  });

const stands = async (dockOID: string): Promise<boolean> => {
  const { rows } = await sql<{ deleted_at: Date | null }>`
    select deleted_at from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
  return rows[0]?.deleted_at === null;
};

const freshDock = async (): Promise<string> => {
  outNow = null;
  const dockOID = await flights.dock(account);
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select gen_random_uuid(), group_root, group_oid, '无人机', 'A' || sn, '0-91-1', oid from dock
    where oid = ${dockOID}::uuid`.execute(rooms.db);
  return dockOID;
};

/** What the gateway wrote last of a dock. */
const lastKnown = (dockOID: string, airborne: boolean, inDock: 0 | 1, hoursAgo = 0) => {
  const at = new Date(rooms.clock.wall() - hoursAgo * 3_600_000);
  return sql`insert into dock_snapshot
      (dock_oid, online, last_seen_at, drone_online, drone_airborne, dock_values, drone_last_seen_at)
    values (${dockOID}::uuid, false, ${at}, false, ${airborne}, ${JSON.stringify({ drone_in_dock: inDock })}::jsonb,
      ${at})`.execute(rooms.db);
};

const take = (dockOID: string): Promise<unknown> =>
  leases.take(
    { dockOID, groupRoot: caller.groupRoot, control: 'payload' },
    { caller, address: '192.0.2.1', correlationId: randomUUID() },
    'tab-of-a-test',
  );

const order = (dockOID: string, state: string, secondsAgo: number) => {
  const at = new Date(rooms.clock.wall() - secondsAgo * 1_000);
  return sql`insert into command (oid, group_root, dock_oid, method, idempotency_key, arguments, arguments_hash, issued_by,
      issued_at, expires_at, sent_at, state)
    values (gen_random_uuid(), ${caller.groupRoot}::uuid, ${dockOID}::uuid, 'hover', ${randomUUID()}, '{}', '',
      ${caller.memberOID}::uuid, ${at}, ${at}, ${at}, ${state})`.execute(rooms.db);
};

const routeRoom = () => createRoutes(rooms);
const removeFlight = (oids: string[]): Promise<void> =>
  createFlightList(rooms.runtime, rooms).remove(oids, context);

/** @param meanwhile begins when the dock is held, before the flight stands */
const plan = (
  dockOID: string,
  routeOID: string,
  meanwhile: () => unknown = () => undefined,
): Promise<string> =>
  addFlight(
    rooms.runtime,
    {
      audit: rooms.audit,
      async dockInScope(who, oid) {
        const dock = await dockForCaller(rooms.db, who, oid);
        if (!dock) throw notFound();
        return dock;
      },
      routeForFlight: (...asked) => {
        meanwhile();
        return routeForFlight(...asked);
      },
      routeToday: async () => undefined,
      routeFlown: async () => null,
      ensureManualTask: async () => flights.task(account),
    },
    { dockOID, routeOID, returnAltitude: 100, lostAction: 'return', clarity: 'hd' },
    context,
  );

describe('a dock is deleted', () => {
  it('when it stands idle with its aircraft in it, once, with its row of the audit log', async () => {
    const dockOID = await freshDock();
    await lastKnown(dockOID, false, 1);
    await order(dockOID, 'unknown', 120);
    await order(dockOID, 'succeeded', 1);
    expect(await reasonOf(remove([dockOID, dockOID]))).toBe('done');
    expect(await stands(dockOID)).toBe(false);
    expect(await reasonOf(remove([dockOID]))).toBe('notFound');
  });

  it('when its aircraft was last seen out of it more than a day ago', async () => {
    const dockOID = await freshDock();
    await lastKnown(dockOID, true, 0, 25);
    expect(await reasonOf(remove([dockOID]))).toBe('done');
  });

  it.each<[string, string, (dockOID: string) => unknown]>([
    ['its gateway says that the aircraft is out', 'aircraftOut', () => (outNow = true)],
    ['its aircraft was last seen in the air', 'aircraftOut', (oid) => lastKnown(oid, true, 1, 23)],
    ['its aircraft was last seen not to be in it', 'aircraftOut', (oid) => lastKnown(oid, false, 0)],
    ['somebody controls it', 'underControl', take],
    ['an order to it is on its way', 'ordersOpen', (oid) => order(oid, 'sent', 1)],
    ['an order to it has no outcome', 'ordersOpen', (oid) => order(oid, 'unknown', 30)],
    ['a flight of it waits', 'inUse', async (dockOID) => plan(dockOID, await flights.route(account))],
  ])('not while %s, and none of the others with it', async (_why, reason, happen) => {
    const [dockOID, other] = [await freshDock(), await freshDock()];
    await happen(dockOID);
    const refused = await remove([other, dockOID]).catch((error: unknown) => error);
    const link: unknown = expect.stringContaining(dockOID);
    const held: unknown = expect.objectContaining({ oid: dockOID, count: 1, link });
    expect(refused).toMatchObject({
      reason,
      details: {
        values: { name: expect.any(String) as unknown },
        data: { inTheWay: expect.arrayContaining([held]) as unknown },
      },
    });
    expect([await stands(dockOID), await stands(other)]).toEqual([true, true]);
  });
});

/** Both at the same time, each first in turn. */
const race = async (round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) => {
  const begun = round % 2 === 0 ? [one(), other()] : [other(), one()].toReversed();
  const [first, second] = await Promise.all(begun.map((work) => reasonOf(work)));
  return { first, second };
};
const rounds = Array.from({ length: 12 }, (_, round) => round);

describe('in the middle of the other', () => {
  it('a dock that is being retired gets no flight and nobody who controls it', async () => {
    const dockOID = await freshDock();
    const routeOID = await flights.route(account);
    const meanwhile: Promise<string>[] = [];
    const retiring = retire([dockOID], () =>
      meanwhile.push(reasonOf(plan(dockOID, routeOID)), reasonOf(take(dockOID))),
    );
    expect(await reasonOf(retiring)).toBe('done');
    expect(await Promise.all(meanwhile)).toEqual(['deviceRetired', 'notFound']);
    expect(await stands(dockOID)).toBe(true);
  });

  it('a dock that is getting its flight is not retired', async () => {
    const dockOID = await freshDock();
    const meanwhile: Promise<string>[] = [];
    const planning = plan(dockOID, await flights.route(account), () =>
      meanwhile.push(reasonOf(retire([dockOID]))),
    );
    expect(await reasonOf(planning)).toBe('done');
    expect(await Promise.all(meanwhile)).toEqual(['inUse']);
  });

  it('a dock that is being deleted gets no flight and nobody who controls it', async () => {
    const dockOID = await freshDock();
    const routeOID = await flights.route(account);
    const meanwhile: Promise<string>[] = [];
    const removing = remove([dockOID], () =>
      meanwhile.push(reasonOf(plan(dockOID, routeOID)), reasonOf(take(dockOID))),
    );
    expect(await reasonOf(removing)).toBe('done');
    expect(await Promise.all(meanwhile)).toEqual(['notFound', 'notFound']);
  });

  it('a dock that is being deleted gets no aircraft, which another dock may then have', async () => {
    const [dockOID, other] = [await freshDock(), await freshDock()];
    const drone = { oid: rooms.runtime.newOid(), sn: `NEW${randomUUID()}`, model: '0-91-1', name: '无人机' };
    await sql`insert into drone (oid, group_root, group_oid, name, sn, model)
      select ${drone.oid}::uuid, group_root, group_oid, ${drone.name}, ${drone.sn}, ${drone.model} from dock
      where oid = ${dockOID}::uuid`.execute(rooms.db);
    const bind = async (oid: string): Promise<string> => {
      const dock = { oid, groupRoot: caller.groupRoot, groupOID: caller.groupOID };
      const [outcome = ''] = await rooms.db
        .transaction()
        .execute((trx) => bindDrones(trx, [{ drone, dock }], { heard: true, at: new Date() }));
      return outcome;
    };
    const meanwhile: Promise<string>[] = [];
    expect(await reasonOf(remove([dockOID], () => meanwhile.push(bind(dockOID))))).toBe('done');
    expect(await Promise.all(meanwhile)).toEqual(['foreign']);
    expect(await bind(other)).toBe('bound');
  });

  it('a department is held by every kind of device in it', async () => {
    const kinds = ['battery', 'gimbal', 'remoteController', 'robot'];
    for (const kind of kinds)
      await sql`insert into device (oid, kind, group_root, group_oid, name, sn)
        values (gen_random_uuid(), ${kind}, ${caller.groupRoot}::uuid, ${caller.groupOID}::uuid, ${kind}, ${kind})`.execute(
        rooms.db,
      );
    const held = await contentsOf(rooms.db, caller.groupOID, 5);
    expect(held.filter(({ kind }) => kinds.includes(kind))).toMatchObject(
      kinds.map((kind) => ({ kind, count: 1, list: [{ name: kind }] })),
    );
  });

  it('a dock that is getting its flight is not deleted', async () => {
    const dockOID = await freshDock();
    const meanwhile: Promise<string>[] = [];
    const planning = plan(dockOID, await flights.route(account), () =>
      meanwhile.push(reasonOf(remove([dockOID]))),
    );
    expect(await reasonOf(planning)).toBe('done');
    expect(await Promise.all(meanwhile)).toEqual(['inUse']);
  });
});

describe('at the same time', () => {
  it('a dock is deleted or gets its flight', async () => {
    const routeOID = await flights.route(account);
    for (const round of rounds) {
      const dockOID = await freshDock();
      const { first, second } = await race(
        round,
        () => remove([dockOID]),
        () => plan(dockOID, routeOID),
      );
      expect([first, second], `round ${round}`).toSatisfy(
        ([removed, planned]) =>
          (removed === 'done' && planned === 'notFound') || (removed === 'inUse' && planned === 'done'),
      );
      expect(await stands(dockOID)).toBe(first !== 'done');
    }
  });

  it('a dock is deleted or gets controlled', async () => {
    for (const round of rounds) {
      const dockOID = await freshDock();
      const { first, second } = await race(
        round,
        () => remove([dockOID]),
        () => take(dockOID),
      );
      expect([first, second], `round ${round}`).toSatisfy(
        ([removed, taken]) =>
          (removed === 'done' && taken === 'notFound') || (removed === 'underControl' && taken === 'done'),
      );
      expect(await stands(dockOID)).toBe(first !== 'done');
    }
  });

  it('a route is deleted or gets its flight', async () => {
    const dockOID = await freshDock();
    for (const round of rounds) {
      const routeOID = await flights.route(account);
      const { first, second } = await race(
        round,
        () => routeRoom().remove([routeOID], context),
        () => plan(dockOID, routeOID),
      );
      expect([first, second], `round ${round}`).toSatisfy(
        ([removed, planned]) =>
          (removed === 'done' && planned === 'notFound') || (removed === 'inUse' && planned === 'done'),
      );
    }
  });

  it('a flight is deleted once', async () => {
    const dockOID = await freshDock();
    for (const round of rounds) {
      const flightOID = await plan(dockOID, await flights.route(account));
      const again = () => removeFlight([flightOID]);
      const { first, second } = await race(round, again, again);
      expect(new Set([first, second]), `round ${round}`).toEqual(new Set(['done', 'notFound']));
    }
  });
});

describe('a flight is deleted', () => {
  const start = async (flightOID: string, dockOID: string, state: string): Promise<void> => {
    await order(dockOID, state, 300);
    await sql`update command set method = 'startJob', flight_oid = ${flightOID}::uuid
      where dock_oid = ${dockOID}::uuid and method = 'hover'`.execute(rooms.db);
  };

  it.each(['failed', 'expired', 'rejected', 'drafted'])('after a start that is %s', async (state) => {
    const dockOID = await freshDock();
    const flightOID = await plan(dockOID, await flights.route(account));
    await start(flightOID, dockOID, state);
    expect(await reasonOf(removeFlight([flightOID]))).toBe('done');
  });

  it.each(['authorised', 'sent', 'accepted', 'unknown', 'accepted_late'])(
    'not while a start of it is %s, and none of the others with it',
    async (state) => {
      const dockOID = await freshDock();
      const routeOID = await flights.route(account);
      const [flightOID, other] = [await plan(dockOID, routeOID), await plan(dockOID, routeOID)];
      await start(flightOID, dockOID, state);
      expect(await reasonOf(removeFlight([other, flightOID]))).toBe('startUnderWay');
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from flight
        where dock_oid = ${dockOID}::uuid and deleted_at is null and state = 'created'`.execute(rooms.db);
      expect(rows[0]?.n).toBe(2);
    },
  );

  it('not when it has begun', async () => {
    const dockOID = await freshDock();
    const flightOID = await plan(dockOID, await flights.route(account));
    await sql`update flight set state = 'inFlight' where oid = ${flightOID}::uuid`.execute(rooms.db);
    expect(await reasonOf(removeFlight([flightOID]))).toBe('flightStarted');
  });
});

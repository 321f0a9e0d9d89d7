import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../testing/caller.ts';
import { createTestFlights } from '../../testing/flights.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { TestRooms } from '../../testing/rooms.ts';
import { claimHolds } from './claim.store.ts';
import type { CommandState } from '@eyrie/domain';
import { dockIdentities, type DockLink } from '../dock/index.ts';
import { draftForServer, writeDraft } from './command.draft.ts';
import { appendHistory, claimSending, isSending } from './command.sending.store.ts';
import {
  commandByKey,
  commandByOid,
  insertCommand,
  lockCommand,
  moveCommand,
  nameFlight,
  notify,
  queryCommands,
  readDrafted,
  setDetail,
  type NewCommand,
} from './command.store.ts';
import { draftedCommands, openCommands, overdueDrafts } from './command.open.store.ts';
import { createCommandLife } from './command.life.ts';
import { createWaits } from './command.waits.ts';
import { account, addTwoDocks, openPeople } from './command.people.fixture.ts';

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

const draftOf = (part: Partial<NewCommand> = {}): NewCommand => ({
  oid: randomUUID(),
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
  issuedAt: at,
  expiresAt: at + 5_000,
  state: 'drafted',
  reason: null,
  detail: null,
  history: [],
  ...part,
});
const add = async (part: Partial<NewCommand> = {}): Promise<string> => {
  const draft = draftOf(part);
  await insertCommand(rooms.db, draft);
  return draft.oid;
};
const read = (oid: string) => commandByOid(rooms.db, oid);
const flightOn = async (dock: string, state: string): Promise<string> => {
  const flights = createTestFlights(rooms.runtime);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  return flights.flight(account, { dockOID: dock, taskOID, routeOID, state });
};

describe('a stored command', () => {
  it('is about the flight that is under way on its dock, where it is about flying', async () => {
    await flightOn(dockOID, 'created');
    expect(await read(await add())).toMatchObject({ flightOID: null });
    const flying = await flightOn(dockOID, 'inFlight');
    const elsewhere = await flightOn(otherDock, 'inFlight');
    expect(await read(await add())).toMatchObject({ flightOID: flying });
    expect(await read(await add({ method: 'startLive' }))).toMatchObject({ flightOID: null });
    expect(await read(await add({ flightOID: elsewhere }))).toMatchObject({ flightOID: elsewhere });
  });

  it('that begins a flight of its own names it once that flight is there, and no other order does', async () => {
    const [oid, other] = [await add({ method: 'takeOff' }), await add({ method: 'takeOff' })];
    const flightOID = await flightOn(dockOID, 'created');
    const undone = rooms.db.transaction().execute(async (trx) => {
      await nameFlight(trx, oid, flightOID);
      throw new Error('the flight was not made');
    });
    await expect(undone).rejects.toThrow('the flight was not made');
    expect(await read(oid)).toMatchObject({ flightOID: null });
    await rooms.db.transaction().execute((trx) => nameFlight(trx, oid, flightOID));
    expect(await read(oid)).toMatchObject({ flightOID });
    expect(await read(other)).toMatchObject({ flightOID: null });
  });

  it('calls the gateway of its dock once, however often its key comes, and never where it was refused', async () => {
    const called: string[] = [];
    await rooms.database.connection.listen('command_drafted', (payload) => called.push(payload));
    const { db, audit } = rooms;
    const draft = draftOf();
    const refused = draftOf({ state: 'rejected', reason: 'controlMissing' });
    expect(await writeDraft({ db, audit }, draft)).toBe(true);
    expect(await writeDraft({ db, audit }, { ...draft, oid: randomUUID() })).toBe(false);
    expect(await writeDraft({ db, audit }, refused)).toBe(true);
    // Messages come in their order: with the last one all are here.
    await notify(db, 'command_drafted', `${dockOID} last`);
    await until(
      'last',
      async () => called.filter((payload) => payload.startsWith(dockOID)),
      (own) => own.at(-1)?.endsWith('last') ?? false,
    );
    expect(called.filter((payload) => payload.startsWith(dockOID))).toEqual([
      `${dockOID} ${draft.oid} flightPause`,
      `${dockOID} last`,
    ]);
  });

  it('leaves while its gateway has the dock: nobody takes that over before the transaction ends', async () => {
    const claim = (fence: number) => sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
      values (${dockOID}::uuid, 'here', ${fence}::bigint, ${new Date(at + 60_000)})
      on conflict (dock_oid) do update set fence = excluded.fence`;
    await claim(1).execute(rooms.db);
    const held = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const sending = rooms.db.transaction().execute(async (trx) => {
      expect(await claimHolds(trx, dockOID, 'here', 1, at)).toBe(true);
      held.resolve();
      await go.promise;
      return claimHolds(trx, dockOID, 'here', 1, at);
    });
    await held.promise;
    const taken = claim(2).execute(rooms.db);
    const waits = sql<{ waits: boolean }>`select exists (select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%gateway_claim%' and datname = current_database()) as waits`;
    await until(
      'waits',
      async () => (await waits.execute(rooms.db)).rows[0]?.waits,
      (blocked) => blocked === true,
    );
    go.resolve();
    expect(await sending).toBe(true);
    await taken;
    expect(await claimHolds(rooms.db, dockOID, 'here', 1, at)).toBe(false);
  });

  it('is drafted by the server itself in the name of a member, without a session, once a key', async () => {
    const [dock] = await dockIdentities(rooms.db, [dockOID]);
    if (!dock) throw new Error('no dock');
    const key = randomUUID();
    const request = { memberOID, key, arguments: { videoId: 'D/1-0-0/a' } };
    await draftForServer(rooms.runtime, rooms.audit, dock, 'stopLive', request);
    await draftForServer(rooms.runtime, rooms.audit, dock, 'stopLive', request);
    const { rows } = await sql`select 1 from command where dock_oid = ${dockOID}::uuid`.execute(rooms.db);
    expect(rows).toHaveLength(1);
    expect(await commandByKey(rooms.db, memberOID, dockOID, key)).toMatchObject({
      method: 'stopLive',
      state: 'drafted',
      sessionOID: null,
      arguments: { videoId: 'D/1-0-0/a', byServer: true },
    });
  });

  it('wakes everybody who waits for it, also when somebody has stopped waiting meanwhile', async () => {
    const oid = await add();
    let now = 0;
    const waits = createWaits({ db: rooms.db, clock: { mono: () => now, wall: () => now } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const long = waits.settled(oid, 60_000);
      const short = waits.settled(oid, 50);
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
      now = 50;
      await vi.advanceTimersByTimeAsync(50);
      expect((await short).state).toBe('drafted');
      await moveCommand(rooms.db, oid, ['drafted'], { state: 'expired', at });
      waits.changed(oid);
      // Nothing but the message wakes it: its timer stands still.
      expect((await long).state).toBe('expired');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is found by its member, its dock and its key together', async () => {
    const key = randomUUID();
    // Before the one that is asked for: whichever were taken first would be one of these.
    await add();
    await add({ key, issuedBy: otherMember });
    await add({ key, dockOID: otherDock });
    const oid = await add({ key });
    expect((await commandByKey(rooms.db, memberOID, dockOID, key))?.oid).toBe(oid);
    expect(await commandByKey(rooms.db, memberOID, dockOID, 'never')).toBeNull();
  });

  it('waits for the disk but where that was not asked for, and for the next writer it does again', async () => {
    const waits = async (db: DbOrTrx) =>
      (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)).rows[0]
        ?.synchronous_commit;
    let sent = '';
    await rooms.db.connection().execute(async (connection) => {
      // The database of the tests waits for no disk at all.
      await sql`set synchronous_commit = on`.execute(connection);
      await connection.transaction().execute(async (trx) => {
        const draft = draftOf();
        sent = draft.oid;
        await insertCommand(trx, draft);
        await moveCommand(trx, draft.oid, ['drafted'], { state: 'authorised', at });
        expect(await waits(trx)).toBe('on');
        await moveCommand(trx, draft.oid, ['authorised'], { state: 'sent', at, flush: 'later' });
        expect(await waits(trx)).toBe('off');
      });
      await connection.transaction().execute(async (trx) => {
        await moveCommand(trx, sent, ['sent'], { state: 'accepted', at });
        expect(await waits(trx)).toBe('on');
      });
      expect(await waits(connection)).toBe('on');
      await connection.transaction().execute(async (trx) => {
        await insertCommand(trx, draftOf(), 'later');
        expect(await waits(trx)).toBe('off');
      });
      await insertCommand(connection, draftOf(), 'later');
      expect(await waits(connection)).toBe('on');
      await sql`reset synchronous_commit`.execute(connection);
    });
  });

  it('calls those who wait for it as soon as something is known, and not while it is on its way', async () => {
    const called: string[] = [];
    await rooms.database.connection.listen('command_changed', (payload) => called.push(payload));
    const [oid, other] = [await add(), await add()];
    await moveCommand(rooms.db, oid, ['drafted'], { state: 'authorised', at });
    await moveCommand(rooms.db, oid, ['authorised'], { state: 'sent', at, flush: 'later' });
    await moveCommand(rooms.db, oid, ['drafted'], { state: 'failed', at });
    await moveCommand(rooms.db, other, ['drafted'], { state: 'expired', at });
    await moveCommand(rooms.db, oid, ['sent'], { state: 'accepted', at });
    await until(
      'both',
      async () => called.filter((one) => one === oid || one === other),
      (own) => own.length >= 2,
    );
    expect(called.filter((one) => one === oid || one === other)).toEqual([other, oid]);
  });

  it('is published where its dock is linked, and moves all the same where it is not', async () => {
    const link = { dock: { oid: dockOID } } as DockLink;
    const published: [DockLink, string, string][] = [];
    const lifeWith = (linked: DockLink | null) =>
      createCommandLife(rooms.runtime, {
        audit: rooms.audit.forControl,
        plans: {} as never,
        linkOf: () => linked,
        changed: (to, command) => void published.push([to, command.oid, command.state]),
      });
    const [oid, other] = [await add(), await add()];
    const move = async (linked: DockLink | null, one: string, from: CommandState) => {
      const command = await read(one);
      return command && lifeWith(linked).move(command, [from], { state: 'failed' });
    };
    expect(await move(link, oid, 'sent')).toBeNull();
    expect(await move(link, oid, 'drafted')).toMatchObject({ oid, state: 'failed' });
    expect(await move(null, other, 'drafted')).toMatchObject({ oid: other, state: 'failed' });
    expect(published).toEqual([[link, oid, 'failed']]);
  });

  it('is held while somebody looks at it for a change', async () => {
    const [oid, free] = [await add(), await add()];
    await rooms.db.transaction().execute(async (trx) => {
      expect((await lockCommand(trx, oid))?.oid).toBe(oid);
      const second = (one: string) =>
        rooms.db.transaction().execute(async (other) => {
          await sql`set local lock_timeout = '100ms'`.execute(other);
          return (await lockCommand(other, one))?.oid;
        });
      expect(await second(free)).toBe(free);
      await expect(second(oid)).rejects.toThrow('lock timeout');
    });
  });

  it('moves from where it was said to be, alone, and changes what is said', async () => {
    const [oid, other] = [await add({ detail: 'kept' }), await add()];
    expect(await moveCommand(rooms.db, oid, ['sent'], { state: 'accepted', at })).toBeNull();
    const moved = await moveCommand(rooms.db, oid, ['drafted'], { state: 'authorised', at, note: 'why' });
    expect(moved).toEqual(await read(oid));
    expect(moved).toMatchObject({
      state: 'authorised',
      detail: 'kept',
      reason: null,
      code: null,
      history: [{ at, state: 'authorised', detail: 'why' }],
    });
    const [tid, bid] = [randomUUID(), randomUUID()];
    const change = {
      state: 'rejected',
      detail: 'd',
      reason: 'r',
      code: 7,
      tid,
      bid,
      sentAt: at + 1,
    } as const;
    await moveCommand(rooms.db, oid, ['authorised'], { ...change, at });
    expect(await read(oid)).toMatchObject(change);
    await setDetail(rooms.db, oid, 'said later');
    await appendHistory(rooms.db, oid, { at, state: 'rejected', detail: 'more' });
    expect(await read(oid)).toMatchObject({ detail: 'said later', history: { length: 3 } });
    expect(await read(other)).toMatchObject({ state: 'drafted', detail: null, history: [] });
  });

  it('is on its way to the broker for a while, under an older number of its lease', async () => {
    const oid = await add({ epoch: 4 });
    await add({ epoch: 4 });
    const methods = ['flightPause'] as const;
    const sending = (part: object = {}, now = at): Promise<boolean> =>
      isSending(rooms.db, { dockOID, methods, epoch: 5, ...part }, now);
    expect(await sending()).toBe(false);
    await claimSending(rooms.db, oid, at + 1);
    expect(await sending()).toBe(true);
    expect(await sending({ epoch: 4 })).toBe(false);
    expect(await sending({ dockOID: otherDock })).toBe(false);
    expect(await sending({ methods: ['hover'] })).toBe(false);
    // The payload is controlled by no order yet.
    expect(await sending({ methods: [] })).toBe(false);
    expect(await sending({}, at + 1)).toBe(false);
    await moveCommand(rooms.db, oid, ['drafted'], { state: 'sent', at, flush: 'later' });
    expect(await sending()).toBe(true);
    await moveCommand(rooms.db, oid, ['sent'], { state: 'sent', at, sendingUntil: null });
    expect(await sending()).toBe(false);
  });
});

describe('commands of docks', () => {
  it('are open while something may come of them, for a day', async () => {
    const open = await add({ state: 'unknown' });
    await add({ state: 'succeeded' });
    await add({ state: 'sent', dockOID: otherDock });
    const old = await add({ state: 'sent' });
    await sql`update command set created_at = now() - interval '25 hours' where oid = ${old}::uuid`.execute(
      rooms.db,
    );
    expect((await openCommands(rooms.db, [dockOID])).map(({ oid }) => oid)).toEqual([open]);
  });

  it('wait to be picked up while they are drafted', async () => {
    const oid = await add();
    await add({ state: 'sent' });
    await add({ dockOID: otherDock });
    expect(await draftedCommands(rooms.db, [dockOID])).toEqual([{ oid, dockOID, method: 'flightPause' }]);
    expect(await draftedCommands(rooms.db, [])).toEqual([]);
  });

  it('are read from what their servers notify, also from those of a release that names no method', () => {
    expect(readDrafted('dock command hover')).toEqual({ dockOID: 'dock', oid: 'command', method: 'hover' });
    expect(readDrafted('dock command')).toEqual({ dockOID: 'dock', oid: 'command', method: undefined });
  });

  it('are overdue when they were never picked up and their time is over', async () => {
    const oid = await add({ expiresAt: at - 1 });
    await add({ expiresAt: at });
    await add({ expiresAt: at - 1, state: 'sent' });
    expect((await overdueDrafts(rooms.db, new Date(at))).map((one) => one.oid)).toEqual([oid]);
  });

  it('are listed by dock and flight, newest first, in pages, within sight', async () => {
    const flightOID = await flightOn(dockOID, 'over');
    const [first, second] = [await add({ flightOID }), await add()];
    await add({ dockOID: otherDock });
    const caller = { groupRoot, groupOID: await rooms.department.rootOf(rooms.db, groupRoot), memberOID };
    const page = async (part: object, who = caller): Promise<[string[], number]> => {
      const request = { pageNum: 1, pageSize: 20, dockOID, ...part };
      const { list, total } = await queryCommands(rooms.db, who, request);
      return [list.map(({ oid }) => oid), total];
    };
    expect(await page({})).toEqual([[second, first], 2]);
    expect(await page({ flightOID })).toEqual([[first], 1]);
    expect(await page({ pageNum: 2, pageSize: 1 })).toEqual([[first], 2]);
    expect((await page({ dockOID: undefined }))[1]).toBeGreaterThan(2);
    const parentOID = caller.groupOID;
    const lower = await rooms.department.add(rooms.db, { groupRoot, parentOID, name: randomUUID() });
    expect(await page({}, { groupRoot, groupOID: lower, memberOID })).toEqual([[], 0]);
  });
});

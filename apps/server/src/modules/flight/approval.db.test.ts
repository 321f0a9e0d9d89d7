import { approvalCalls, type ApprovalRecord, type CallDeclaration } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCommandBench, type CommandBench, type ReadyDock } from '../../testing/command-bench.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { askApproval, createApprovalPass } from './approval.ask.ts';
import { approvalEndpoints } from './approval.endpoints.ts';
import type { ToNotify } from './approval.store.ts';
import { flights as shownFlights } from './flight.list.store.ts';
import { flightByOid } from './flight.store.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await setOption(true);
});
afterEach(() => bench.reset());
afterAll(() => bench.stop());

const setOption = (on: boolean): Promise<unknown> =>
  sql`update organisation set policy = policy || jsonb_build_object('approvalRequired', ${on}::boolean)
    where oid = ${bench.groupRoot}::uuid`.execute(bench.db);
const call = async <T>(
  declaration: CallDeclaration,
  request: object,
  account = 'gamma-administrator',
): Promise<T> =>
  (
    await bench.call(declaration, request, {
      token: await bench.tokenOf(account),
      extra: approvalEndpoints({ runtime: bench.runtime, audit: bench.audit, department: bench.department }),
    })
  ).data as T;
const ask = (at: ReadyDock, account = 'gamma-operator') =>
  call<ApprovalRecord>(approvalCalls.ask, { flightOID: at.flightOID }, account);
const get = (oid: string) => call<ApprovalRecord>(approvalCalls.get, { oid });
const approve = async (at: ReadyDock): Promise<ApprovalRecord> => {
  const { oid } = await ask(at);
  const { mark } = await get(oid);
  return call<ApprovalRecord>(approvalCalls.approve, { oid, mark });
};
const start = async (at: ReadyDock) =>
  bench.order(at.who, {
    dockOID: at.dockOID,
    flightOID: at.flightOID,
    epoch: at.epoch,
    nonce: await bench.nonce(at.who, at.dockOID, 'startJob'),
  });
const shown = async (at: ReadyDock) => {
  const caller = await bench.caller();
  return (await shownFlights.byOid(bench.db, { caller }, at.flightOID))?.approval;
};
const started = ['flighttask_prepare', 'flighttask_execute'];
const inGate = async (at: ReadyDock) =>
  ((await flightByOid(bench.db, at.flightOID))?.gate as { item: string }[] | null)?.find(
    ({ item }) => item === 'approval',
  );

describe('an organisation that asks for approvals', () => {
  it('lets a flight begin once somebody else approved it, and keeps who did and when', async () => {
    const at = await bench.ready();
    expect(await start(at)).toMatchObject({ reason: 'approvalMissing' });
    const { oid } = await ask(at);
    expect(await start(at)).toMatchObject({ reason: 'approvalWaiting' });
    expect(await inGate(at)).toMatchObject({ verdict: 'failed', blocks: true, reason: 'approvalWaiting' });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
    const { mark, allowed, askedBy } = await get(oid);
    expect(allowed).toEqual(['approve', 'reject']);
    const approved = await call<ApprovalRecord>(approvalCalls.approve, { oid, mark });
    expect(approved).toMatchObject({ state: 'approved', mark, decidedAt: bench.clock.wall() });
    expect(approved.decidedBy).not.toBe(askedBy);
    expect(await start(at)).toMatchObject({ reason: null });
    expect(bench.sentTo(at.dockOID)).toEqual(started);
    expect(await inGate(at)).toMatchObject({ verdict: 'passed', value: approved.decidedBy });
    const kept = { state: 'approved', by: approved.decidedBy, at: bench.clock.wall(), reason: '' };
    expect(await shown(at)).toEqual(kept);
    const { rows } = await sql<{ action: string }>`select action from audit_log
      where detail ->> 'flightOID' = ${at.flightOID} and action like 'approval.%' order by chain_seq`.execute(
      bench.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['approval.ask', 'approval.approve']);
  });

  it('lets neither who arranged it nor who asked for it decide', async () => {
    const at = await bench.ready();
    const { oid } = await ask(at, 'gamma-administrator');
    const { mark, allowed } = await get(oid);
    expect(allowed).toEqual([]);
    expect(await reasonOf(call(approvalCalls.approve, { oid, mark }))).toBe('approvalOwn');
    expect(await reasonOf(call(approvalCalls.reject, { oid, reason: 'no' }))).toBe('approvalOwn');
    // Arranged by the administrator, asked for by somebody else.
    const other = await ask(at);
    const administrator = await bench.caller('gamma-administrator');
    await sql`update flight set executor_oid = ${administrator.memberOID}::uuid
      where oid = ${at.flightOID}::uuid`.execute(bench.db);
    const seen = await get(other.oid);
    expect(await reasonOf(call(approvalCalls.approve, { oid: other.oid, mark: seen.mark }))).toBe(
      'approvalOwn',
    );
    // An operator holds no right to it.
    expect(await reasonOf(call(approvalCalls.approve, { oid, mark: seen.mark }, 'gamma-operator'))).toBe(
      'notAllowed',
    );
  });

  it('rejects with a reason, which the record shows, and nothing flies', async () => {
    const at = await bench.ready();
    const { oid } = await ask(at);
    expect(await reasonOf(call(approvalCalls.reject, { oid, reason: ' ' }))).toBe('invalid');
    await call(approvalCalls.reject, { oid, reason: '高度过低' });
    expect(await start(at)).toMatchObject({ reason: 'approvalRejected' });
    expect(await shown(at)).toMatchObject({ state: 'rejected', reason: '高度过低' });
    expect(await reasonOf(call(approvalCalls.reject, { oid, reason: 'again' }))).toBe('approvalDecided');
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('flies what was approved and nothing else: settings, route and regions', async () => {
    const changes: [string, (at: ReadyDock) => Promise<unknown>][] = [
      [
        'settings',
        (at) =>
          sql`update flight set return_altitude = 121 where oid = ${at.flightOID}::uuid`.execute(bench.db),
      ],
      [
        'settings',
        (at) =>
          sql`update flight set lost_action = 'continue' where oid = ${at.flightOID}::uuid`.execute(bench.db),
      ],
      ['regions', () => addRegion('regions that came later')],
    ];
    for (const [part, change] of changes) {
      const at = await bench.ready();
      await approve(at);
      await change(at);
      expect(await start(at)).toMatchObject({ reason: 'approvalStale' });
      expect(await inGate(at)).toMatchObject({ reason: 'approvalStale', value: part });
      expect(bench.sentTo(at.dockOID)).toEqual([]);
      // What it is now is approved again.
      const { oid } = await ask(at);
      const { mark, changed } = await get(oid);
      expect(changed).toEqual([part]);
      await call(approvalCalls.approve, { oid, mark });
      expect(await start(at)).toMatchObject({ reason: null });
    }
    const at = await bench.ready();
    await approve(at);
    await sql`update flight set route_checksum = 'saved again'
      where oid = ${at.flightOID}::uuid`.execute(bench.db);
    await sql`update route set checksum = 'saved again' where oid = (select route_oid from flight
      where oid = ${at.flightOID}::uuid)`.execute(bench.db);
    expect(await start(at)).toMatchObject({ reason: 'approvalStale' });
    expect(await inGate(at)).toMatchObject({ value: 'route' });
  });

  it('approves nothing else than what was looked at', async () => {
    const at = await bench.ready();
    const { oid } = await ask(at);
    const { mark } = await get(oid);
    await sql`update flight set clarity = 'uhd' where oid = ${at.flightOID}::uuid`.execute(bench.db);
    expect(await reasonOf(call(approvalCalls.approve, { oid, mark }))).toBe('approvalChanged');
    expect(await start(at)).toMatchObject({ reason: 'approvalWaiting' });
  });

  it('decides once, whoever is first', async () => {
    const at = await bench.ready();
    const { oid } = await ask(at);
    const { mark } = await get(oid);
    const outcomes = await Promise.all([
      reasonOf(call(approvalCalls.approve, { oid, mark })),
      reasonOf(call(approvalCalls.reject, { oid, reason: 'no' })),
    ]);
    expect(outcomes.toSorted()).toEqual(['approvalDecided', 'done']);
  });

  it('asks by itself for what stood there before, and notifies each once', async () => {
    const at = await bench.ready();
    await sql`update flight set created_at = now() - interval '1 hour'
      where oid = ${at.flightOID}::uuid`.execute(bench.db);
    const notified: ToNotify[] = [];
    const pass = createApprovalPass(bench.runtime, async (one) => void notified.push(one));
    await Promise.all([pass(), pass()]);
    await pass();
    const { list } = await call<{ list: ApprovalRecord[] }>(approvalCalls.query, { flightOID: at.flightOID });
    expect(list.filter(({ state }) => state === 'waiting')).toHaveLength(1);
    const [waiting] = list;
    expect(notified.filter(({ oid }) => oid === waiting?.oid)).toMatchObject([{ state: 'waiting' }]);
    // Decided: whoever asked is notified, once too.
    const { mark } = await get(waiting?.oid ?? '');
    await call(approvalCalls.approve, { oid: waiting?.oid, mark });
    await pass();
    await pass();
    expect(notified.filter(({ oid }) => oid === waiting?.oid).map(({ state }) => state)).toEqual([
      'waiting',
      'approved',
    ]);
  });

  it('waits for nothing that is gone', async () => {
    const at = await bench.ready();
    const { oid } = await ask(at);
    await sql`update flight set state = 'over', outcome = 'cancelled' where oid = ${at.flightOID}::uuid`.execute(
      bench.db,
    );
    expect(await get(oid)).toMatchObject({ state: 'withdrawn', allowed: [] });
    expect(await reasonOf(call(approvalCalls.approve, { oid, mark: '0'.repeat(64) }))).toBe(
      'approvalDecided',
    );
    const { count } = await call<{ count: number }>(approvalCalls.queryCount, {
      state: 'waiting',
      flightOID: at.flightOID,
    });
    expect(count).toBe(0);
    expect(await reasonOf(ask(at))).toBe('flightStarted');
  });
});

describe('the runs of a timed task', () => {
  it('fly by the approval of their task, as long as route and settings are those that were approved', async () => {
    const at = await bench.ready();
    const taskOID = await timed(at);
    const asked = await bench.db.transaction().execute((trx) => askApproval(bench.runtime, trx, { taskOID }));
    expect(await start(at)).toMatchObject({ reason: 'approvalWaiting' });
    const { mark, flightOID } = await get(asked ?? '');
    expect(flightOID).toBeNull();
    await call(approvalCalls.approve, { oid: asked, mark });
    await sql`update task set schedule_rule = 'another' where oid = ${taskOID}::uuid`.execute(bench.db);
    expect(await start(at)).toMatchObject({ reason: 'approvalStale' });
    await sql`update task set schedule_rule = 'x' where oid = ${taskOID}::uuid`.execute(bench.db);
    expect(await start(at)).toMatchObject({ reason: null });
    expect(bench.sentTo(at.dockOID)).toEqual(started);
  });
});

describe('an organisation that asks for none', () => {
  it('flies as before, and has nothing to ask for', async () => {
    await setOption(false);
    const at = await bench.ready();
    expect(await reasonOf(ask(at))).toBe('approvalNotNeeded');
    expect(await start(at)).toMatchObject({ reason: null });
    expect(await inGate(at)).toBeUndefined();
    expect(await shown(at)).toBeNull();
    await setOption(true);
  });
});

/** A region that forbids nothing, so that the approval alone stands in the way. */
const addRegion = async (name: string): Promise<void> => {
  const geometry = { type: 'Point', coordinates: [0, 0] };
  await sql`insert into region (oid, group_root, group_oid, name, kind, shape, geometry, radius, color, on_ground,
      created_by)
    select gen_random_uuid(), group_root, group_oid, ${name}, 'alternateLanding', 'circle', ${JSON.stringify(geometry)}::jsonb,
      1, '#ff0000', false, oid from member where account = 'gamma-administrator'`.execute(bench.db);
};

/** Makes the flight of a dock the run of a timed task with the same settings. */
const timed = async ({ flightOID }: ReadyDock): Promise<string> => {
  const flight = await flightByOid(bench.db, flightOID);
  const arrangement = {
    routeOID: flight?.route_oid,
    dockOID: flight?.dock_oid,
    returnAltitude: flight?.return_altitude,
    lostAction: flight?.lost_action,
    clarity: flight?.clarity,
  };
  await sql`update task set schedule_rule = 'x', type = 'single', arranged_by = ${flight?.executor_oid}::uuid,
    arrangement = ${JSON.stringify(arrangement)}::jsonb where oid = ${flight?.task_oid}::uuid`.execute(
    bench.db,
  );
  await sql`insert into task_occurrence (oid, task_oid, wall_time, time_zone, due_at, state, flight_oid)
    values (gen_random_uuid(), ${flight?.task_oid}::uuid, '2027-03-31T08:30', 'UTC', now(), 'planned',
      ${flightOID}::uuid)`.execute(bench.db);
  return flight?.task_oid ?? '';
};

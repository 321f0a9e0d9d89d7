import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCommandBench, type CommandBench } from '../../testing/command-bench.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createFlightList } from './flight.service.ts';
import { createSeriesBench } from './flight.series.fixture.ts';
import { seriesMates } from './flight.series.store.ts';
import { flightByOid } from './flight.store.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterEach(() => bench.reset());
afterAll(() => bench.stop());

const { contextOf, ask, setFlight, start, arranged } = createSeriesBench(() => bench);

/** The item of the arrangement in the gate of a start that was refused. */
const turnOf = async (oid: string) => {
  const gate = (await flightByOid(bench.db, oid))?.gate as { item: string }[] | null;
  return gate?.find(({ item }) => item === 'series');
};

describe('several flights of one arrangement', () => {
  it('are rows of one task, each with its part, and are found together', async () => {
    const { list, seriesOID } = await arranged('inOrder');
    expect(list.map(({ series }) => series)).toEqual(
      [1, 2].map((place) => ({
        oid: seriesOID,
        flown: 'inOrder',
        place,
        size: 2,
        gapSeconds: 0,
        startsItself: false,
        turn: null,
      })),
    );
    expect(new Set(list.map(({ taskOID }) => taskOID)).size).toBe(1);
    const flights = createFlightList(bench.runtime, { audit: bench.audit, department: bench.department });
    const found = await flights.query({ pageNum: 1, pageSize: 50, seriesOID }, await contextOf());
    expect(found.list.map(({ oid }) => oid).toSorted()).toEqual(list.map(({ oid }) => oid).toSorted());
    const { rows } = await sql<{ action: string }>`select action from audit_log
      where detail ->> 'seriesOID' = ${seriesOID}`.execute(bench.db);
    expect(rows).toEqual([{ action: 'flight.addSeries' }]);
  });

  it('are all arranged or none', async () => {
    const at = await bench.ready();
    const flight = await flightByOid(bench.db, at.flightOID);
    const part = { routeOID: flight?.route_oid, dockOID: at.dockOID, returnAltitude: 100 };
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from flight`.execute(bench.db)).rows[0]?.n;
    const before = await count();
    const shared = { flown: 'inOrder', gapSeconds: 0, lostAction: 'return', clarity: 'hd' };
    const elsewhere = bench.runtime.newOid();
    expect(
      await reasonOf(ask('addSeries.rest', { ...shared, taskOID: elsewhere, flights: [part, part] })),
    ).toBe('notFound');
    expect(await count()).toBe(before);
  });

  it('in order: the second one is kept down by the gate until the first one was flown to its end', async () => {
    const { docks, first, second } = await arranged('inOrder');
    expect((await start(docks[1], second)).reason).toBe('gateBlocked');
    expect(await turnOf(second)).toMatchObject({ verdict: 'failed', reason: 'partWaits', value: '1' });
    await setFlight(first, { state: 'over', outcome: 'failed', start: new Date() });
    expect((await start(docks[1], second)).reason).toBe('gateBlocked');
    expect(await turnOf(second)).toMatchObject({ reason: 'partFailed', waivable: true });
    await setFlight(first, { state: 'over', outcome: 'done', start: new Date() });
    await start(docks[1], second);
    expect(await turnOf(second)).toMatchObject({ verdict: 'passed' });
  });

  it('at once: the second one waits for the gap, by the clock of the server', async () => {
    const { docks, first, second } = await arranged('atOnce', 60);
    expect((await start(docks[1], second)).reason).toBe('gateBlocked');
    expect(await turnOf(second)).toMatchObject({ reason: 'partWaits' });
    const now = bench.runtime.serverTime();
    await setFlight(first, { state: 'inFlight', start: new Date(now - 20_000) });
    expect((await start(docks[1], second)).reason).toBe('gateBlocked');
    expect(await turnOf(second)).toMatchObject({ reason: 'partSoon', limit: 60 });
    await setFlight(first, { state: 'inFlight', start: new Date(now - 61_000) });
    await start(docks[1], second);
    expect(await turnOf(second)).toMatchObject({ verdict: 'passed' });
  });

  it('at once: what has not begun is a neighbour already, at the moment of its turn', async () => {
    const { first, second } = await arranged('atOnce', 60);
    const flight = await flightByOid(bench.db, first);
    if (!flight) throw new Error('no flight');
    expect(await seriesMates(bench.db, flight, 1_000)).toMatchObject([
      { flightOID: second, at: new Date(61_000), returnAltitude: 120 },
    ]);
    await setFlight(second, { state: 'inFlight', start: new Date() });
    expect(await seriesMates(bench.db, flight, 1_000)).toEqual([]);
    const alone = await arranged('inOrder');
    const other = await flightByOid(bench.db, alone.first);
    if (!other) throw new Error('no flight');
    expect(await seriesMates(bench.db, other, 1_000)).toEqual([]);
  });

  it('a part that failed is offered again, takes its place once, and the next waits for that', async () => {
    const { docks, first, second, seriesOID } = await arranged('inOrder');
    expect(await reasonOf(ask('again.rest', { oid: first }))).toBe('partNone');
    await setFlight(first, { state: 'over', outcome: 'failed', start: new Date() });
    const list = createFlightList(bench.runtime, { audit: bench.audit, department: bench.department });
    expect((await list.get(first, await contextOf())).allowed).toContain('again');
    const both = await Promise.all([1, 2].map(() => reasonOf(ask('again.rest', { oid: first }))));
    expect(both.toSorted()).toEqual(['done', 'partTaken']);
    expect((await list.get(first, await contextOf())).allowed).not.toContain('again');
    const { rows } = await sql<{ oid: string; dock_oid: string }>`select oid, dock_oid from flight
      where series_oid = ${seriesOID}::uuid and series_place = 1 and state = 'created'`.execute(bench.db);
    expect(rows).toMatchObject([{ dock_oid: docks[0].dockOID }]);
    expect((await start(docks[1], second)).reason).toBe('gateBlocked');
    expect(await turnOf(second)).toMatchObject({ reason: 'partWaits' });
    await setFlight(rows[0]?.oid ?? '', { state: 'over', outcome: 'done', start: new Date() });
    await start(docks[1], second);
    expect(await turnOf(second)).toMatchObject({ verdict: 'passed' });
    expect(await reasonOf(ask('again.rest', { oid: first }))).toBe('partTaken');
  });

  it('of another organisation there is none', async () => {
    const { first } = await arranged('inOrder');
    await setFlight(first, { state: 'over', outcome: 'failed' });
    await sql`update flight set deleted_at = now() where oid = ${first}::uuid`.execute(bench.db);
    expect(await reasonOf(ask('again.rest', { oid: first }))).toBe('notFound');
  });
});

describe('a paused task', () => {
  it('takes no flights until it is restored, and none of an arrangement is left behind', async () => {
    const at = await bench.ready();
    const { rows } = await sql<{ route_oid: string; task_oid: string }>`select route_oid, task_oid from flight
      where oid = ${at.flightOID}::uuid`.execute(bench.db);
    const task = rows[0]?.task_oid;
    const flight = { routeOID: rows[0]?.route_oid, dockOID: at.dockOID, returnAltitude: 100 };
    const add = () =>
      reasonOf(
        ask('addSeries.rest', {
          flown: 'inOrder',
          gapSeconds: 0,
          lostAction: 'return',
          clarity: 'hd',
          taskOID: task,
          flights: [flight, flight],
        }),
      );
    const pause = (paused: boolean) =>
      sql`update task set paused = ${paused} where oid = ${task}::uuid`.execute(bench.db);
    const count = async () =>
      (
        await bench.db
          .selectFrom('flight')
          .select('oid')
          .where('task_oid', '=', task ?? '')
          .execute()
      ).length;
    await pause(true);
    expect(await add()).toBe('taskCannotFly');
    expect(await count()).toBe(1);
    await pause(false);
    expect(await add()).toBe('done');
    expect(await count()).toBe(3);
  });
});

import type { GateItem } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { createCommandBench, type CommandBench, type ReadyDock } from '../../testing/command-bench.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createSeriesBench } from './flight.series.fixture.ts';
import { createTurns, type TurnDependencies } from './flight.turn.ts';
import type { TurnToNotify } from './flight.turn.store.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterEach(() => bench.reset());
afterAll(() => bench.stop());
const { contextOf, ask, setFlight, start, arranged } = createSeriesBench(() => bench);

const blockedBy = (item: string): GateItem[] => [{ item, verdict: 'failed', blocks: true } as GateItem];
/** A pass of the timer, and whom it notified. */
const passOf = (verdictOf: TurnDependencies['verdictOf'] = async () => []) => {
  const notified: TurnToNotify[] = [];
  const pass = createTurns(bench.runtime, {
    audit: bench.audit,
    verdictOf,
    notify: async (held) => void notified.push(held),
  });
  return { pass, notified };
};
/** The part before has landed so many seconds ago. */
const landed = (oid: string, ago: number, outcome = 'done') =>
  sql`update flight set state = 'over', outcome = ${outcome}, start_time = coalesce(start_time, now()),
    end_time = ${new Date(bench.runtime.serverTime() - ago * 1_000)} where oid = ${oid}::uuid`.execute(
    bench.db,
  );
/** What was arranged counts from long ago, so that the landing is what counts. */
const longAgo = (seriesOID: string) =>
  sql`update flight_series set starts_since = '2020-01-01' where oid = ${seriesOID}::uuid`.execute(bench.db);
const turnOf = async (flightOID: string) =>
  await bench.db
    .selectFrom('flight_turn')
    .select(['state', 'reason', 'reason_values'])
    .where('flight_oid', '=', flightOID)
    .executeTakeFirst();
const starts = async (flightOID: string) =>
  (
    await sql<{ state: string; reason: string | null }>`select state, reason from command
      where flight_oid = ${flightOID}::uuid and method = 'startJob' order by issued_at`.execute(bench.db)
  ).rows;
const free = ({ who, dockOID, tabId, epoch }: ReadyDock): Promise<unknown> =>
  bench.leases.release(bench.target(dockOID), bench.by(who), tabId, epoch);
const goesOn = async (gapSeconds = 0) => {
  const made = await arranged('inOrder', gapSeconds, true);
  await longAgo(made.seriesOID);
  await free(made.docks[1]);
  return made;
};

describe('the next part of an arrangement in order', () => {
  it('begins by itself once the one before has landed, once on two servers', async () => {
    const { docks, first, second } = await goesOn();
    const servers = [passOf(), passOf()];
    const passes = () => Promise.all(servers.map(({ pass }) => pass()));
    await passes();
    await setFlight(first, { state: 'inFlight', start: new Date() });
    await passes();
    expect(await starts(second)).toEqual([]);
    await landed(first, 5);
    await passes();
    await passes();
    await expect.poll(async () => (await starts(second)).map(({ state }) => state)).toEqual(['accepted']);
    expect(bench.sentTo(docks[1].dockOID)).toEqual(['flighttask_prepare', 'flighttask_execute']);
    expect(servers.flatMap(({ notified }) => notified)).toEqual([]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log
      where action = 'flight.turnStart' and detail ->> 'flightOID' = ${second}`.execute(bench.db);
    expect(rows).toEqual([{ n: 1 }]);
    await setFlight(second, { state: 'inFlight', start: new Date() });
    await passes();
    expect(await turnOf(second)).toMatchObject({ state: 'over' });
  });

  it('waits for a person where nobody lets it begin by itself', async () => {
    const { first, second } = await arranged('inOrder');
    await landed(first, 5);
    await passOf().pass();
    expect(await turnOf(second)).toBeUndefined();
    expect(await starts(second)).toEqual([]);
  });

  it('begins not before the gap is over', async () => {
    const { first, second } = await goesOn(60);
    await landed(first, 55);
    await passOf().pass();
    expect(await starts(second)).toEqual([]);
    await landed(first, 61);
    await passOf().pass();
    expect(await starts(second)).toHaveLength(1);
  });

  it('is held, and people are notified once, where the one before failed', async () => {
    const { first, second } = await goesOn();
    await landed(first, 5, 'failed');
    const { pass, notified } = passOf();
    await pass();
    await pass();
    expect(await turnOf(second)).toMatchObject({ state: 'held', reason: 'partFailed' });
    expect(notified).toMatchObject([{ place: 2 }]);
    expect(await starts(second)).toEqual([]);
    // A report that came late says that it was flown.
    await landed(first, 5);
    await sql`update flight_turn set looked_at = '2020-01-01' where flight_oid = ${second}::uuid`.execute(
      bench.db,
    );
    await pass();
    expect(await starts(second)).toHaveLength(1);
  });

  it('waits for what passes by itself after a landing, and is held by what stays', async () => {
    const { first, second } = await goesOn();
    const { pass, notified } = passOf(async () => blockedBy('wind'));
    const again = () =>
      sql`update flight_turn set looked_at = '2020-01-01' where flight_oid = ${second}::uuid`.execute(
        bench.db,
      );
    await landed(first, 5);
    await pass();
    expect(await turnOf(second)).toMatchObject({ state: 'waits', reason: 'gateBlocked' });
    expect(notified).toEqual([]);
    await landed(first, 130);
    await again();
    await pass();
    expect(await turnOf(second)).toMatchObject({ state: 'held', reason_values: { items: 'wind' } });
    expect(notified).toHaveLength(1);
    expect(await starts(second)).toEqual([]);
  });

  it.each([
    ['a battery that charges', async () => blockedBy('battery')],
    ['a dock whose gateway does not answer', async () => null],
  ])('is waited for an hour because of %s', async (_, verdictOf) => {
    const { first, second } = await goesOn();
    await landed(first, 3_500);
    await passOf(verdictOf).pass();
    expect(await turnOf(second)).toMatchObject({ state: 'waits' });
    await landed(first, 3_700);
    await sql`update flight_turn set looked_at = '2020-01-01' where flight_oid = ${second}::uuid`.execute(
      bench.db,
    );
    await passOf(verdictOf).pass();
    expect(await turnOf(second)).toMatchObject({ state: 'held' });
    expect(await starts(second)).toEqual([]);
  });

  it('is held where whoever lets it go on may start no flight', async () => {
    const { first, second } = await goesOn();
    await landed(first, 130);
    const { pass } = passOf(async () => {
      throw new Refusal('notAllowed', { values: { permission: 'flight:start' } });
    });
    await pass();
    expect(await turnOf(second)).toMatchObject({ state: 'held', reason: 'notAllowed' });
  });

  it('is held with the reason where its order came to nothing, and begins again by a person alone', async () => {
    const { docks, first, second } = await goesOn();
    const other = await bench.caller('gamma-operator');
    await bench.leases.take(bench.target(docks[1].dockOID), bench.by(other), 'tab-operator');
    await landed(first, 5);
    const { pass, notified } = passOf();
    await pass();
    await expect.poll(async () => (await starts(second))[0]?.state).toBe('failed');
    await pass();
    expect(await turnOf(second)).toMatchObject({ state: 'held', reason: 'controlHeld' });
    expect(notified).toHaveLength(1);
    await pass();
    expect(await starts(second)).toHaveLength(1);
  });

  it('is nothing any more once a person is to start each part, and goes on from the decision to let it', async () => {
    const { first, second } = await goesOn();
    await landed(first, 7_200);
    await passOf(async () => null).pass();
    expect(await turnOf(second)).toMatchObject({ state: 'held' });
    await ask('goOn.rest', { oid: second, startsItself: false });
    await passOf().pass();
    expect(await starts(second)).toEqual([]);
    const { series } = (await ask('goOn.rest', { oid: second, startsItself: true })) as { series: object };
    expect(series).toMatchObject({ startsItself: true, turn: { state: 'held', reason: 'dockOffline' } });
    await passOf().pass();
    expect(await starts(second)).toHaveLength(1);
    const shared = await arranged('atOnce', 60);
    expect(await reasonOf(ask('goOn.rest', { oid: shared.first, startsItself: true }))).toBe('partNone');
  });

  it('is not begun by itself where it is flown again, nor where a person is just starting it', async () => {
    const { first, second } = await goesOn();
    await setFlight(second, { state: 'over', outcome: 'failed' });
    const again = (await ask('again.rest', { oid: second })) as { oid: string };
    await landed(first, 5);
    await passOf().pass();
    expect(await starts(again.oid)).toEqual([]);
    // Of the start that a person ordered nobody knows what became.
    const by = await goesOn();
    await landed(by.first, 5);
    await start(by.docks[1], by.second);
    await sql`update command set state = 'unknown' where flight_oid = ${by.second}::uuid`.execute(bench.db);
    await passOf().pass();
    expect(await starts(by.second)).toMatchObject([{ state: 'unknown' }]);
  });

  it('may be arranged to begin by itself by whoever may start flights alone', async () => {
    const context = await contextOf();
    expect(context.caller.resources.has('flight:start')).toBe(true);
    const { list } = await arranged('atOnce', 60, true);
    // What shares the air is started by persons.
    expect(list.map(({ series }) => series)).toMatchObject([
      { startsItself: false },
      { startsItself: false },
    ]);
  });
});

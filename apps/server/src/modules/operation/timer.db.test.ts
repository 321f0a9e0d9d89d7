import { limits, operationCalls, type TimerRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMomentaryLocks, type MomentaryLocks } from '../../platform/postgres/index.ts';
import type { TimerState } from '../../platform/timers.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { operationEndpoints, type OperationServices } from './operation.endpoints.ts';
import { createTimerReports } from './timer.service.ts';
import { createTimerTurns } from './timer.turns.ts';

let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
  const first = { dataDir: '/nowhere', demo: false, adminPassword: 'Given-Pass1!' };
  await rooms.organisation.ensureFirstOrganisation(first);
  await rooms.seed('south', ['administrator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

describe('turns of two servers', () => {
  const servers: MomentaryLocks[] = [];
  afterAll(() => Promise.all(servers.map((locks) => locks.stop())));
  const turnsOf = (instanceId: string) => {
    const locks = createMomentaryLocks(rooms.database.connection.url);
    servers.push(locks);
    return createTimerTurns(rooms.db, { locks, instanceId });
  };
  const age = (name: string, ms: number) =>
    sql`update timer_turn set begun_at = begun_at - ${ms} * interval '1 millisecond'
      where name = ${name}`.execute(rooms.db);

  it('are one a period, for whoever comes first', async () => {
    const timer = { name: 'test.period', every: 60_000 };
    const taken = await Promise.all(['one', 'two', 'three'].map((id) => turnsOf(id)(timer)));
    const ends = taken.filter((end) => end !== null);
    expect(ends).toHaveLength(1);
    await ends[0]?.();
    await age(timer.name, 50_000);
    expect(await turnsOf('two')(timer)).toBeNull();
    await age(timer.name, 9_000);
    const next = await turnsOf('two')(timer);
    expect(next).not.toBeNull();
    await next?.();
    // Of another name it is another turn.
    const other = await turnsOf('one')({ ...timer, name: 'test.other' });
    expect(other).not.toBeNull();
    await other?.();
  });

  it('are never two at once, though a run takes longer than its period', async () => {
    const timer = { name: 'test.long', every: 1_000 };
    const end = await turnsOf('one')(timer);
    await age(timer.name, 5_000);
    expect(await turnsOf('two')(timer)).toBeNull();
    await end?.();
    await age(timer.name, 5_000);
    const next = await turnsOf('two')(timer);
    expect(next).not.toBeNull();
    await next?.();
  });

  it('do not wait for a clock that was set back', async () => {
    const timer = { name: 'test.clock', every: 60_000 };
    await (
      await turnsOf('one')(timer)
    )?.();
    await age(timer.name, -86_400_000);
    const next = await turnsOf('two')(timer);
    expect(next).not.toBeNull();
    await next?.();
  });
});

describe('the list of timers', () => {
  const state = (part: Partial<TimerState>): TimerState => ({
    name: 'lease.sweep',
    every: 1_000,
    once: 'instance',
    lastRunAt: 1_000,
    took: 5,
    running: false,
    nextAt: 2_000,
    failures: 0,
    failingSince: null,
    ...part,
  });
  const report = async (instanceId: string, ...timers: Partial<TimerState>[]): Promise<void> => {
    await createTimerReports(rooms.runtime, {
      instanceId,
      timerStates: () => timers.map(state),
    }).timer.run();
  };
  const list = async (account: string): Promise<TimerRecord[]> => {
    const timerReports = createTimerReports(rooms.runtime, { instanceId: 'x', timerStates: () => [] });
    const extra = operationEndpoints({ timerReports } as unknown as OperationServices);
    const options = { token: await rooms.tokenOf(account), extra };
    return ((await rooms.call(operationCalls.timerQuery, {}, options)).data as { list: TimerRecord[] }).list;
  };
  beforeEach(() => sql`delete from timer_report`.execute(rooms.db));

  it('shows those of every server, and once those of which one is enough: as it ran last', async () => {
    const cleaning = { name: 'device.cleanUp', once: 'any' } as const;
    await report('one', {}, { ...cleaning, lastRunAt: 9_000, failures: 2, failingSince: 8_000 });
    await report('two', { lastRunAt: null }, { ...cleaning, lastRunAt: 5_000 });
    const found = await list('admin');
    expect(found.map(({ name, instanceId, lastRunAt }) => [name, instanceId, lastRunAt])).toEqual([
      ['device.cleanUp', 'one', 9_000],
      ['lease.sweep', 'one', 1_000],
      ['lease.sweep', 'two', null],
    ]);
    expect(found[0]).toMatchObject({
      failures: 2,
      failingSince: 8_000,
      every: 1_000,
      took: 5,
      nextAt: 2_000,
    });
  });

  it('says how old it is, forgets servers that are gone, and passes over what it cannot read', async () => {
    await report('one', {});
    await report('gone', {});
    await sql`update timer_report set reported_at = now() - interval '40 seconds' where instance_id = 'one'`.execute(
      rooms.db,
    );
    await sql`update timer_report set reported_at = now() - interval '2 days' where instance_id = 'gone'`.execute(
      rooms.db,
    );
    await sql`insert into timer_report (instance_id, timers, reported_at)
      values ('newer', '[{"name": "lease.sweep", "every": "often"}]', now())`.execute(rooms.db);
    await report('two', {});
    const found = await list('admin');
    expect(found.map(({ instanceId }) => instanceId)).toEqual(['one', 'two']);
    expect(found[0]?.age).toBeGreaterThan(limits.operation.staleAfter);
    expect(found[1]?.age).toBeLessThan(limits.operation.staleAfter);
  });

  it('is kept to the operators of the instance', async () => {
    await report('one', {});
    expect(await list('south-administrator')).toEqual([]);
  });
});

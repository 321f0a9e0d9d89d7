import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { isScheduledStart } from './index.ts';
import { launchWorld } from './task.launch.fixture.ts';

const { launchWithin, launchAgain } = limits.task;
const { world, missed, launch, first, commands, setCommand, flightStates, launched } = launchWorld();

describe('the start of a run', () => {
  it.each([
    'drafted',
    'authorised',
    'sent',
    'unknown',
    'accepted',
    'in_progress',
    'succeeded',
    'accepted_late',
  ])('that is %s is launched once its flight has begun, and not before', async (state) => {
    const made = await launched();
    await setCommand(state);
    await launch.launch();
    expect((await first(made)).state).toBe('launching');
    await sql`update flight set state = 'inFlight', start_time = now()`.execute(world.rooms.db);
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'launched', reason: null });
  });

  it('that left is not called flown where its flight is over without a sign of it', async () => {
    const made = await launched();
    await setCommand('unknown');
    await sql`update flight set state = 'over', outcome = 'unknown'`.execute(world.rooms.db);
    await launch.launch();
    expect(await first(made)).toMatchObject({
      state: 'launched',
      reason: 'startUnknown',
      message: 'The order to start left, and nobody knows whether it took off',
    });
    expect(missed).toEqual(['taskStartUnknown']);
  });

  it('that failed after its flight had begun is no run that was missed', async () => {
    const made = await launched();
    await setCommand('failed', { reason: 'deviceRefused' });
    await sql`update flight set state = 'over', outcome = 'failed', start_time = now()`.execute(
      world.rooms.db,
    );
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'launched', reason: null });
  });

  it.each([
    ['failed', { reason: 'controlHeld', detail: '{"name":"王芳","seconds":12}' }, '王芳'],
    ['failed', { reason: 'gateBlocked', detail: '{"items":"wind, rain","count":2}' }, 'Wind · Rain'],
    ['failed', { reason: 'gateBlocked', detail: '{"items":"neighbours","count":1}' }, 'Other flights near'],
    ['expired', { reason: 'expired' }, ''],
    ['rejected', { reason: 'deviceRefused' }, ''],
  ])('that %s is a run missed for that reason, with an alarm', async (state, part, word) => {
    const made = await launched();
    await setCommand(state, part);
    await launch.launch();
    const run = await first(made);
    expect(run).toMatchObject({ state: 'missed', reason: part.reason });
    expect(run.message).toContain(word);
    expect(run.message).not.toMatch(/[{}]/);
    expect(missed).toEqual(['patrol']);
    expect(await flightStates()).toEqual(['over cancelled']);
    const { rows } = await sql`select outcome from audit_log where action = 'task.run'
      and detail ->> 'taskOID' = ${made.oid} order by seq`.execute(world.rooms.db);
    expect(rows).toEqual([{ outcome: 'launching' }, { outcome: 'missed' }]);
  });

  it.each(['dockOffline', 'stateStale', 'startingUp', 'brokerDown', 'databaseDown'])(
    'that was refused as %s before anything left is ordered again while it is in time',
    async (reason) => {
      const made = await launched();
      await setCommand('failed', { reason });
      await launch.launch();
      await launch.launch();
      // The flight stays, and it rests before the next order.
      expect(await first(made)).toMatchObject({ state: 'planned', reason });
      expect(await commands()).toHaveLength(1);
      world.rooms.clock.move(launchAgain);
      await launch.launch();
      expect(await first(made)).toMatchObject({ state: 'launching', reason: null });
      const orders = await commands();
      expect(new Set(orders.map((order) => order.idempotency_key)).size).toBe(2);
      expect(new Set(orders.map((order) => order.flight_oid)).size).toBe(1);
      expect(missed).toEqual([]);
    },
  );

  const gateOf = (items: readonly (readonly [item: string, blocks: boolean, reason: string | null])[]) =>
    sql`update flight set gate = ${JSON.stringify(
      items.map(([item, blocks, reason]) => ({ item, verdict: 'notChecked', blocks, reason })),
    )}::jsonb`.execute(world.rooms.db);
  it.each([
    [
      'what its dock has yet to report',
      'planned',
      [
        ['rain', true, 'notTold'],
        ['battery', true, 'stale'],
        ['licence', false, 'noRecord'],
      ],
    ],
    [
      'that and rain',
      'missed',
      [
        ['rain', true, null],
        ['battery', true, 'notTold'],
      ],
    ],
    ['a route that was changed', 'missed', [['route', true, 'fileChanged']]],
  ] as const)('that the pre-flight check refused for %s leaves the run %s', async (_what, state, items) => {
    const made = await launched();
    await gateOf(items);
    await setCommand('failed', { reason: 'gateBlocked', detail: '{"items":"rain","count":1}' });
    await launch.launch();
    expect(await first(made)).toMatchObject({ state, reason: 'gateBlocked' });
    world.rooms.clock.move(launchAgain);
    await launch.launch();
    expect((await first(made)).state).toBe(state === 'planned' ? 'launching' : 'missed');
  });

  const left = `update command set history = history || '[{"at":0,"state":"authorised","detail":null}]'::jsonb`;
  it.each([
    ['that was let out', left],
    ['that was sent', 'update command set sent_at = now()'],
    ['of a task that was paused', 'update task set paused = true'],
    ['of a flight that is over', `update flight set state = 'over'`],
  ])('%s is not ordered again', async (_what, change) => {
    const made = await launched();
    await setCommand('failed', { reason: 'dockOffline' });
    await sql.raw(change).execute(world.rooms.db);
    await launch.launch();
    world.rooms.clock.move(launchAgain);
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'dockOffline' });
    expect(await commands()).toHaveLength(1);
  });

  it('that is refused until its time is over is missed, its flight taken back', async () => {
    const made = await launched();
    for (let turn = 0; turn < launchWithin / launchAgain; turn += 1) {
      await setCommand('failed', { reason: 'dockOffline' });
      await launch.launch();
      world.rooms.clock.move(launchAgain);
      await launch.launch();
    }
    await setCommand('failed', { reason: 'dockOffline' });
    await launch.launch();
    await world.task.schedule.pass();
    expect((await first(made)).state).toBe('missed');
    expect(await flightStates()).toEqual(['over cancelled']);
  });
});

it('an order is a scheduled start by its key, its flight and its arranger together', async () => {
  const made = await launched();
  const [command] = await commands();
  if (!command) throw new Error('no order');
  const own = { key: command.idempotency_key, flightOID: command.flight_oid, issuedBy: command.issued_by };
  const judge = (part: Partial<typeof own>) => isScheduledStart(world.rooms.db, { ...own, ...part });
  expect(await judge({})).toBe(true);
  const administrator = await world.rooms.member.byAccount(world.rooms.db, 'gamma-administrator');
  expect(await judge({ issuedBy: administrator?.oid ?? '' })).toBe(false);
  expect(await judge({ flightOID: made.oid })).toBe(false);
  expect(await judge({ key: made.oid })).toBe(false);
  expect(await judge({ key: 'a key of somebody' })).toBe(false);
  await sql`update task_occurrence set state = 'missed' where oid = ${own.key}::uuid`.execute(world.rooms.db);
  expect(await judge({})).toBe(false);
});

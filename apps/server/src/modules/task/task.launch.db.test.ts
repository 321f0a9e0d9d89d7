import { limits, taskCalls, type TaskRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { draftScheduledStart } from '../command/index.ts';
import { launchWorld } from './task.launch.fixture.ts';

const { launchWithin, arrangeAhead } = limits.task;
const {
  world,
  arranged,
  missed,
  claim,
  launch,
  call,
  addTask,
  runs,
  first,
  commands,
  setCommand,
  flightStates,
  dueTask,
  launched,
} = launchWorld();

describe('the flight of a run', () => {
  it('is arranged once, a minute before it is due, and started once when it is', async () => {
    const made = await addTask();
    const dueAt = made.nextRun?.at ?? 0;
    world.rooms.clock.move(dueAt - arrangeAhead - 1 - world.rooms.clock.wall());
    await launch.arrange();
    expect(arranged).toEqual([]);
    world.rooms.clock.move(1);
    await launch.arrange();
    await launch.arrange();
    await launch.launch();
    const run = await first(made);
    expect(arranged).toEqual([run.oid]);
    expect(run).toMatchObject({ state: 'planned', reason: null, flightOID: expect.any(String) });
    expect(await commands()).toEqual([]);
    world.rooms.clock.move(arrangeAhead);
    await launch.launch();
    await launch.launch();
    expect(await commands()).toEqual([
      expect.objectContaining({ flight_oid: run.flightOID, idempotency_key: run.oid }),
    ]);
    expect(await first(made)).toMatchObject({ state: 'launching', decidedAt: world.rooms.clock.wall() });
    await world.task.schedule.pass();
    expect((await runs(made)).map(({ state }) => state)).toEqual(['launching', 'planned']);
  });

  it('is started once by two servers at once', async () => {
    const made = await dueTask();
    await Promise.all([launch.launch(), launch.launch(), launch.launch()]);
    expect(await commands()).toHaveLength(1);
    expect((await first(made)).state).toBe('launching');
  });

  it('that two servers arrange at once is one: the other is taken back', async () => {
    await addTask().then(({ nextRun }) =>
      world.rooms.clock.move((nextRun?.at ?? 0) - arrangeAhead - world.rooms.clock.wall()),
    );
    await Promise.all([launch.arrange(), launch.arrange()]);
    const waiting = (await flightStates()).filter((state) => state === 'created');
    expect(waiting).toHaveLength(1);
    expect(new Set(await flightStates()).size).toBe(arranged.length);
  });

  it('that cannot be arranged is tried again while it is in time, and then missed for that reason', async () => {
    const made = await addTask();
    world.rooms.clock.move((made.nextRun?.at ?? 0) - world.rooms.clock.wall());
    world.arrange = async () => {
      throw new Refusal('deviceRetired', { values: { name: '北站' } });
    };
    await launch.arrange();
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'planned', reason: 'deviceRetired' });
    world.rooms.clock.move(launchWithin + 1);
    await launch.arrange();
    await world.task.schedule.pass();
    const run = await first(made);
    expect(run).toMatchObject({ state: 'missed', reason: 'deviceRetired' });
    expect(run.message).toContain('北站');
    expect(missed).toEqual(['patrol']);
  });

  it('that was refused is judged again shortly before it is due, not all the time', async () => {
    const made = await addTask();
    const dueAt = made.nextRun?.at ?? 0;
    let tries = 0;
    world.arrange = async () => {
      tries += 1;
      throw new Refusal('routeBlocked', { values: { why: '禁飞区', count: 1 } });
    };
    world.rooms.clock.move(dueAt - arrangeAhead - world.rooms.clock.wall());
    await launch.arrange();
    await launch.arrange();
    expect(tries).toBe(1);
    // Whoever reads it reads it in their own language.
    expect((await first(made)).message).toBe('The route has findings that forbid flying it');
    world.rooms.clock.move(dueAt - limits.task.arrangeAgain - world.rooms.clock.wall());
    await launch.arrange();
    expect(tries).toBe(2);
  });

  it('that cannot be decided keeps no other from flying', async () => {
    const broken = await addTask();
    const fine = await addTask();
    world.rooms.clock.move((broken.nextRun?.at ?? 0) - world.rooms.clock.wall());
    await launch.arrange();
    await sql`update task set arranged_by = null, arrangement = null, schedule_rule = null
      where oid = ${broken.oid}::uuid`.execute(world.rooms.db);
    await launch.launch();
    expect((await first(fine)).state).toBe('launching');
    // The same of planning: a schedule that cannot be read.
    await sql`update task set schedule_rule = 'nonsense', arrangement = '{}', arranged_by = created_by
      where oid = ${broken.oid}::uuid`.execute(world.rooms.db);
    await sql`delete from task_occurrence`.execute(world.rooms.db);
    await world.task.schedule.pass();
    expect((await call<TaskRecord>(taskCalls.get, { oid: fine.oid })).nextRun).not.toBeNull();
  });

  it('waits for a dock that is away as long as it is in time', async () => {
    await sql`delete from gateway_claim`.execute(world.rooms.db);
    const made = await launched();
    expect(await first(made)).toMatchObject({ state: 'planned', reason: 'dockOffline' });
    world.rooms.clock.move(launchWithin - 2);
    await claim();
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'launching', reason: null });
  });

  it('never starts late: what is not in time is missed, and its flight taken back', async () => {
    const made = await dueTask();
    world.rooms.clock.move(launchWithin);
    await launch.launch();
    await world.task.schedule.pass();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'late' });
    expect(await commands()).toEqual([]);
    expect(await flightStates()).toEqual(['over cancelled']);
  });

  it('is taken back with its run when the task is paused or changed, before and at the due instant', async () => {
    const early = await addTask();
    world.rooms.clock.move((early.nextRun?.at ?? 0) - arrangeAhead - world.rooms.clock.wall());
    await launch.arrange();
    await call(taskCalls.pauseTask, { oid: early.oid, reason: 'storm' });
    expect(await flightStates()).toEqual(['over cancelled']);
    expect(await runs(early)).toEqual([]);
    const due = await dueTask();
    await call(taskCalls.pauseTask, { oid: due.oid, reason: 'storm' });
    await launch.launch();
    expect(await first(due)).toMatchObject({ state: 'cancelled', reason: 'taskPaused' });
    expect(await commands()).toEqual([]);
    expect(await flightStates()).toEqual(['over cancelled', 'over cancelled']);
  });

  it('that somebody started or took back by hand is left to them', async () => {
    const flown = await dueTask();
    await sql`update flight set state = 'inFlight' where state = 'created'`.execute(world.rooms.db);
    await launch.launch();
    expect(await first(flown)).toMatchObject({ state: 'launched', reason: 'byHand' });
    const removed = await dueTask();
    await sql`update flight set state = 'over' where state = 'created'`.execute(world.rooms.db);
    await launch.launch();
    expect(await first(removed)).toMatchObject({ state: 'skipped', reason: 'flightRemoved' });
    expect(await commands()).toEqual([]);
  });

  it('that somebody is just starting by hand is not started beside it, and not taken back under it', async () => {
    const made = await dueTask();
    const { flightOID } = await first(made);
    const memberOID = (await world.rooms.member.byAccount(world.rooms.db, 'gamma-operator'))?.oid ?? '';
    const byHand = {
      dock: { oid: world.dockOID, groupRoot: made.groupRoot },
      flightOID: flightOID ?? '',
      memberOID,
    };
    await world.rooms.db
      .transaction()
      .execute((trx) => draftScheduledStart(world.rooms.runtime, trx, { ...byHand, key: 'by hand' }));
    for (const state of ['drafted', 'authorised', 'sent', 'unknown']) {
      await setCommand(state);
      await launch.launch();
      expect(await commands()).toHaveLength(1);
      expect((await first(made)).state).toBe('planned');
    }
    await setCommand('sent');
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    expect(await flightStates()).toEqual(['created']);
    expect((await first(made)).state).toBe('cancelled');
  });

  it('is started when a start by hand came to nothing in time', async () => {
    const made = await dueTask();
    const { flightOID } = await first(made);
    await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments,
        arguments_hash, issued_by, issued_at, expires_at, state)
      select gen_random_uuid(), group_root, dock_oid, oid, 'startJob', 'by hand', '{}', '', executor_oid, now(), now(),
        'failed' from flight where oid = ${flightOID}::uuid`.execute(world.rooms.db);
    await launch.launch();
    expect((await first(made)).state).toBe('launching');
  });
});

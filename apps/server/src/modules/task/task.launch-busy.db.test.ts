import { limits, taskCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { launchWorld, minute } from './task.launch.fixture.ts';

const { arrangeAhead } = limits.task;
const { world, arranged, missed, blocked, launch, call, addTask, first, commands, flightStates, dueTask } =
  launchWorld();

describe('a run whose dock is busy', () => {
  /** What of it a second dock flies. */
  const elsewhere = async (): Promise<string> => {
    const other = await world.flights.dock('gamma-operator');
    await sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
      values (${other}::uuid, 'test', 1, ${new Date(world.rooms.clock.wall() + 24 * 60 * minute)})`.execute(
      world.rooms.db,
    );
    world.arrange = async ({ taskOID, oid, arrangement: at }) => {
      arranged.push(oid);
      return world.flights.flight('gamma-operator', { taskOID, ...at });
    };
    return other;
  };
  const begin = async (): Promise<void> => {
    await sql`update flight set state = 'inFlight', start_time = ${new Date(world.rooms.clock.wall())}
      where oid in (select flight_oid from command)`.execute(world.rooms.db);
    await launch.launch();
  };

  it('waits as long as its task says, and begins once when the dock is free', async () => {
    const made = await dueTask({ busyDock: 'wait', busyMinutes: 3 });
    blocked.set(world.dockOID, ['dockIdle']);
    await Promise.all([launch.launch(), launch.launch()]);
    expect(await first(made)).toMatchObject({ state: 'planned', reason: 'dockBusy' });
    world.rooms.clock.move(2 * minute);
    await launch.launch();
    await world.task.schedule.pass();
    expect(await first(made)).toMatchObject({ state: 'planned', message: 'The dock was busy' });
    expect(await commands()).toEqual([]);
    blocked.clear();
    world.rooms.clock.move(limits.task.queue.again);
    await Promise.all([launch.launch(), launch.launch(), launch.launch()]);
    await launch.launch();
    expect(await commands()).toHaveLength(1);
    await begin();
    expect(await first(made)).toMatchObject({ state: 'launched', reason: 'waitedForDock' });
    expect((await first(made)).message).toContain('2 min');
  });

  it('is missed for that reason when it waited long enough, and its flight is taken back', async () => {
    const made = await dueTask({ busyDock: 'wait', busyMinutes: 1 });
    blocked.set(world.dockOID, ['otherFlight']);
    await launch.launch();
    world.rooms.clock.move(minute + 1);
    blocked.clear();
    await launch.launch();
    await world.task.schedule.pass();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'dockBusy' });
    expect(await flightStates()).toEqual(['over cancelled']);
    expect(await commands()).toEqual([]);
    expect(missed).toEqual(['patrol']);
  });

  it('does not wait for what no free dock changes, and by default for nothing', async () => {
    // Another flight nearby is waited for within the window of a condition alone.
    for (const item of ['wind', 'neighbours'] as const) {
      const held = await dueTask({ busyDock: 'wait', busyMinutes: 5 });
      blocked.set(world.dockOID, [item]);
      await launch.launch();
      expect((await first(held)).state).toBe('launching');
      await sql`delete from command`.execute(world.rooms.db);
    }
    const plain = await dueTask();
    blocked.set(world.dockOID, ['dockIdle']);
    await launch.launch();
    expect((await first(plain)).state).toBe('launching');
  });

  it('goes by the organisation where its task says nothing', async () => {
    await sql`update organisation set policy = policy || '{"busyDock":"wait","busyMinutes":2}'`.execute(
      world.rooms.db,
    );
    try {
      const made = await dueTask();
      blocked.set(world.dockOID, ['battery']);
      await launch.launch();
      expect(await first(made)).toMatchObject({ state: 'planned', reason: 'dockBusy' });
      world.rooms.clock.move(2 * minute + 1);
      await world.task.schedule.pass();
      expect((await first(made)).state).toBe('missed');
      // What its task says holds.
      const own = await dueTask({ busyDock: 'skip' });
      await launch.launch();
      expect((await first(own)).state).toBe('launching');
    } finally {
      await sql`update organisation set policy = policy - 'busyDock' - 'busyMinutes'`.execute(world.rooms.db);
    }
  });

  it('flies from another dock once, and keeps which and why', async () => {
    const other = await elsewhere();
    const made = await dueTask({ busyDock: 'next' });
    blocked.set(world.dockOID, ['dockIdle']);
    world.others = [other];
    await Promise.all([launch.launch(), launch.launch()]);
    expect(await flightStates()).toEqual(['over cancelled']);
    await Promise.all([launch.arrange(), launch.arrange()]);
    await Promise.all([launch.launch(), launch.launch()]);
    const { rows } = await sql<{ dock_oid: string }>`select dock_oid from command`.execute(world.rooms.db);
    expect(rows).toEqual([{ dock_oid: other }]);
    expect((await flightStates()).filter((state) => state === 'created')).toHaveLength(1);
    await begin();
    const run = await first(made);
    expect(run).toMatchObject({ state: 'launched', reason: 'otherDock' });
    expect(run.message).toContain('机场');
  });

  it('waits for nothing when no other dock takes it, and is missed for that', async () => {
    const other = await elsewhere();
    const made = await dueTask({ busyDock: 'next' });
    blocked.set(world.dockOID, ['dockIdle']);
    await launch.launch();
    await launch.arrange();
    expect(await first(made)).toMatchObject({ state: 'planned', reason: 'noOtherDock' });
    world.others = [other];
    world.arrange = async () => {
      throw new Refusal('routeBlocked', { values: { why: '', count: 1 } });
    };
    await launch.arrange();
    world.rooms.clock.move(limits.task.queue.seekFor + 1);
    await launch.arrange();
    await launch.launch();
    await world.task.schedule.pass();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'routeBlocked' });
    expect(await commands()).toEqual([]);
  });

  it('is not started when its task is paused while it waits', async () => {
    const made = await dueTask({ busyDock: 'wait', busyMinutes: 5 });
    blocked.set(world.dockOID, ['dockIdle']);
    await launch.launch();
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    blocked.clear();
    world.rooms.clock.move(minute);
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'cancelled', reason: 'taskPaused' });
    expect(await commands()).toEqual([]);
  });

  it('lets one of two that are due at once begin, and queues the other', async () => {
    const one = await addTask({ busyDock: 'wait', busyMinutes: 5 });
    const two = await addTask({ busyDock: 'wait', busyMinutes: 5 });
    world.rooms.clock.move((one.nextRun?.at ?? 0) - arrangeAhead - world.rooms.clock.wall());
    await launch.arrange();
    world.rooms.clock.move(arrangeAhead + 1);
    await launch.launch();
    await launch.launch();
    expect([(await first(one)).state, (await first(two)).state].toSorted()).toEqual(['launching', 'planned']);
    expect(await commands()).toHaveLength(1);
  });
});

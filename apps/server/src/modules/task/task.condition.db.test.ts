import { limits, taskCalls } from '@eyrie/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { endRestoredRuns } from './index.ts';
import { conditionWorld, minute, window } from './task.condition.fixture.ts';

const { condition: limit } = limits.task;
const {
  world,
  clear,
  at,
  arranged,
  everyServer,
  prepared,
  ask,
  call,
  given,
  firstRun,
  orders,
  answer,
  refuseStart,
  ready,
  standing,
} = conditionWorld();

/** It is due, and was found to wait. */
const awaited = async (made: { oid: string; dueAt: number }): Promise<void> => {
  at(made.dueAt);
  await everyServer();
  expect((await firstRun(made))?.reason).toBe('awaitsCondition');
};

describe('a run that waits for its condition', () => {
  it('is prepared ahead once by two servers, and nothing starts before its dock reports', async () => {
    const made = await arranged();
    await everyServer();
    expect(await orders()).toEqual(['prepareJob drafted']);
    await answer('succeeded');
    await everyServer();
    expect(await standing()).toEqual(['prepared']);
    at(made.dueAt + 5 * minute);
    await everyServer();
    await world.both[0].task.schedule.pass();
    expect(await orders()).toEqual(['prepareJob succeeded']);
    const run = await firstRun(made);
    expect(run).toMatchObject({ state: 'planned', reason: 'awaitsCondition' });
    expect(run?.message).toContain('90');
    // Nothing is wrong with it.
    expect(await call(taskCalls.get, { oid: made.oid })).toMatchObject({ nextRun: { atRisk: false } });
  });

  it('is started once when its dock is ready, by the order of every start, and says how late', async () => {
    const made = await prepared();
    at(made.dueAt + 3 * minute);
    await everyServer();
    await ready();
    await everyServer();
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob drafted']);
    await answer('accepted');
    await sql`update flight set state = 'inFlight', start_time = ${new Date(world.rooms.clock.wall())}`.execute(
      world.rooms.db,
    );
    await everyServer();
    expect(await firstRun(made)).toMatchObject({ state: 'launched', reason: 'metCondition' });
    expect((await firstRun(made))?.message).toContain('3');
    expect(await standing()).toEqual(['closed']);
  });

  it('that is ready before its time begins when it is due', async () => {
    const made = await prepared();
    await ready();
    at(made.dueAt - 1);
    await everyServer();
    expect(await orders()).toHaveLength(1);
    at(made.dueAt);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob drafted']);
  });

  it('waits within its window as well where its dock is ready and then busy', async () => {
    const made = await prepared();
    await ready();
    world.blocking = ['battery'];
    at(made.dueAt);
    await everyServer();
    expect(await firstRun(made)).toMatchObject({ state: 'planned', reason: 'dockBusy' });
    world.blocking = [];
    at(made.dueAt + 8 * minute);
    await everyServer();
    expect(await orders()).toContain('startJob drafted');
  });

  it('waits within its window where another flight is nearby, and begins once when that is gone', async () => {
    const made = await prepared();
    await ready();
    world.blocking = ['neighbours'];
    at(made.dueAt);
    await everyServer();
    expect(await firstRun(made)).toMatchObject({
      state: 'planned',
      reason: 'flightNear',
      message: 'Another flight was nearby',
    });
    at(made.dueAt + 5 * minute);
    await everyServer();
    await world.both[0].task.schedule.pass();
    expect(await orders()).toEqual(['prepareJob succeeded']);
    world.blocking = [];
    world.rooms.clock.move(limits.task.queue.again);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob drafted']);
  });

  it.each([
    ['neighbours', 'flightNear'],
    ['wind, neighbours', 'flightNear'],
    ['battery, neighbours', 'dockBusy'],
  ])('waits as well where its gateway finds %s when it is to start', async (items, reason) => {
    const made = await prepared();
    await ready();
    at(made.dueAt);
    await everyServer();
    await refuseStart(items);
    await everyServer();
    expect(await firstRun(made)).toMatchObject({ state: 'planned', reason });
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob failed']);
    world.rooms.clock.move(limits.task.queue.again);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob failed', 'startJob drafted']);
    at(made.dueAt + window * minute + 1);
    await refuseStart(items);
    await everyServer();
    // Its window is over.
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'gateBlocked' });
  });

  it.each(['wind', 'emergencyStop, rain'])('is missed where its gateway finds %s', async (items) => {
    const made = await prepared();
    await ready();
    at(made.dueAt);
    await everyServer();
    await refuseStart(items);
    await everyServer();
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'gateBlocked' });
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob failed', 'undoJob drafted']);
  });

  it('is missed for the flight nearby where that stays until its window ends', async () => {
    const made = await prepared();
    await ready();
    world.blocking = ['neighbours'];
    at(made.dueAt);
    await everyServer();
    at(made.dueAt + window * minute + 1);
    await everyServer();
    await world.both[0].task.schedule.pass();
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'flightNear' });
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
  });

  it('does not wait for what does not pass by itself', async () => {
    const made = await prepared();
    await ready();
    world.blocking = ['wind'];
    at(made.dueAt);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'startJob drafted']);
  });

  it('is missed with its reason when its window ends, and what lies at its dock is taken back once', async () => {
    const made = await prepared();
    await awaited(made);
    at(made.dueAt + window * minute);
    await world.both[0].task.schedule.pass();
    expect(await firstRun(made)).toMatchObject({ state: 'planned' });
    at(made.dueAt + window * minute + 1);
    await Promise.all(world.both.map(({ task }) => task.schedule.pass()));
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'conditionUnmet' });
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
    // Its report comes too late.
    await ready();
    await answer('succeeded');
    await everyServer();
    expect(await standing()).toEqual(['closed']);
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob succeeded']);
  });

  it('of a dock that refuses to take it is asked again after a while, and missed with its code', async () => {
    const made = await arranged();
    await everyServer();
    await answer('rejected', 319_016);
    world.rooms.clock.move(limit.again - 1);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob rejected']);
    world.rooms.clock.move(1);
    await everyServer();
    expect(await orders()).toEqual(['prepareJob rejected', 'prepareJob drafted']);
    await answer('rejected', 319_016);
    await awaited(made);
    await answer('rejected', 319_016);
    at(made.dueAt + window * minute + 1);
    await world.both[1].task.schedule.pass();
    const run = await firstRun(made);
    expect(run).toMatchObject({ state: 'missed', reason: 'conditionRefused' });
    expect(run?.message).toContain('319016');
    await everyServer();
    expect(await orders()).not.toContain('undoJob drafted');
  });

  it('of a dock that keeps refusing is asked ever less often until its window ends, and no more then', async () => {
    const minutes = 15;
    const made = await arranged({ condition: { battery: 90, minutes } });
    await everyServer();
    const doubled = [1, 2, 4, 8, 16].map((times) => times * limit.again);
    for (const pause of [...doubled, limit.againMost]) {
      await answer('rejected', 319_016);
      world.rooms.clock.move(pause - 1);
      await everyServer();
      expect(await orders()).not.toContain('prepareJob drafted');
      world.rooms.clock.move(1);
      await everyServer();
      expect((await orders()).filter((order) => order === 'prepareJob drafted')).toHaveLength(1);
    }
    await answer('rejected', 319_016);
    at(made.dueAt + minutes * minute + 1);
    await everyServer();
    await world.both[1].task.schedule.pass();
    await everyServer();
    expect(await orders()).toEqual(Array.from({ length: 7 }, () => 'prepareJob rejected'));
    expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'conditionRefused' });
  });
});

it('a run that waited when a backup was made and restored is missed, whatever its dock reports then', async () => {
  const made = await prepared();
  await awaited(made);
  at(made.dueAt + minute);
  await endRestoredRuns(world.rooms.db, new Date(world.rooms.clock.wall()));
  await ready();
  await everyServer();
  await world.both[0].task.schedule.pass();
  expect(await firstRun(made)).toMatchObject({ state: 'missed', reason: 'late' });
  await everyServer();
  expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
});

describe('what lies at a dock', () => {
  it.each(['pause', 'edit', 'cancel'] as const)('is taken back by a %s within the window', async (action) => {
    const made = await prepared();
    await awaited(made);
    at(made.dueAt + minute);
    const { oid } = made;
    if (action === 'pause') await call(taskCalls.pauseTask, { oid, reason: 'storm' });
    else if (action === 'cancel')
      await call(taskCalls.cancelRun, { oid, wall: (await firstRun(made))?.wall, reason: 'storm' });
    else
      await call(taskCalls.edit, {
        oid: made.oid,
        version: made.version,
        ...given({ condition: undefined }),
      });
    expect((await firstRun(made))?.state).toBe('cancelled');
    await ready();
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
  });

  it('is taken back where the task is paused before the run is due', async () => {
    const made = await prepared();
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
  });

  it('is asked for ever less often where its dock does not answer', async () => {
    const made = await prepared();
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    await everyServer();
    for (const times of [1, 2, 4]) {
      await answer('unknown');
      world.rooms.clock.move(times * limit.again - 1);
      await everyServer();
      expect(await orders()).not.toContain('undoJob drafted');
      world.rooms.clock.move(1);
      await everyServer();
      expect(await orders()).toContain('undoJob drafted');
    }
    await answer('succeeded');
    await everyServer();
    expect(await standing()).toEqual(['closed']);
  });

  it('is taken back as soon as its gateway is there again', async () => {
    const made = await prepared();
    await sql`update gateway_claim set expires_at = ${new Date(world.rooms.clock.wall() - 1)}`.execute(
      world.rooms.db,
    );
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded']);
    await sql`update gateway_claim set expires_at = ${new Date(world.rooms.clock.wall() + minute)}`.execute(
      world.rooms.db,
    );
    await everyServer();
    expect(await orders()).toEqual(['prepareJob succeeded', 'undoJob drafted']);
  });
});

describe('a condition that cannot be kept', () => {
  it.each([
    [{ condition: { battery: 29, minutes: 5 } }, 'condition.battery'],
    [{ condition: { battery: 101, minutes: 5 } }, 'condition.battery'],
    [{ condition: { battery: 90, minutes: 0 } }, 'condition.minutes'],
    [{ condition: { battery: 90, minutes: 16 } }, 'condition.minutes'],
    [{ condition: { battery: 90, minutes: 5, storage: 0 } }, 'condition.storage'],
    [{ busyDock: 'wait' }, 'busyDock'],
  ])('%j is refused by its field', async (part, field) => {
    const refused = await refusalOf(ask(taskCalls.add, given(part)));
    expect(refused).toMatchObject({ reason: 'invalid', status: 422 });
    expect(JSON.stringify(refused?.details)).toContain(field);
  });

  it('is refused for a dock of the open contract', async () => {
    await sql`update dock set vendor = 'own' where oid = ${world.arrangement.dockOID}::uuid`.execute(
      world.rooms.db,
    );
    const refused = await reasonOf(ask(taskCalls.add, given()));
    const free = await reasonOf(ask(taskCalls.add, given({ condition: undefined })));
    await sql`update dock set vendor = 'DJI' where oid = ${world.arrangement.dockOID}::uuid`.execute(
      world.rooms.db,
    );
    expect(refused).toBe('conditionDock');
    expect(free).toBe('done');
  });
});

it(
  'two servers start it at most once, never unready, and leave nothing at its dock',
  { timeout: 120_000 },
  async () => {
    const moves = ['tick', 'pass', 'ready', 'taken', 'lost', 'pause', 'wait'] as const;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...moves), { minLength: 3, maxLength: 12 }),
        async (steps) => {
          await clear();
          const made = await arranged();
          let reported = false;
          const does: Record<(typeof moves)[number], () => Promise<unknown>> = {
            tick: everyServer,
            pass: () => Promise.all(world.both.map(({ task }) => task.schedule.pass())),
            ready: async () => {
              await ready();
              reported = (await standing()).includes('ready') || reported;
            },
            taken: () =>
              sql`update command set state = 'succeeded' where method <> 'startJob'
          and state = 'drafted'`.execute(world.rooms.db),
            lost: () =>
              sql`update command set state = 'unknown' where method <> 'startJob'
          and state = 'drafted'`.execute(world.rooms.db),
            pause: () => reasonOf(ask(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' })),
            wait: async () => world.rooms.clock.move(2 * minute),
          };
          for (const step of steps) await does[step]();
          const starts = (await orders()).filter((order) => order.startsWith('startJob'));
          expect(starts.length).toBeLessThanOrEqual(1);
          if (!reported) expect(starts).toEqual([]);
          // It comes no more where it was not started: both go on until nothing is left.
          await does.pause();
          for (let turn = 0; turn < 4; turn += 1) {
            world.rooms.clock.move(limit.againMost);
            await does.tick();
            await does.taken();
          }
          await does.tick();
          if (starts.length === 0) {
            const lay = (await orders()).some((order) => /^prepareJob (succeeded|unknown)/.test(order));
            expect(await standing()).toEqual(['closed']);
            expect((await orders()).includes('undoJob succeeded')).toBe(lay);
            seen.add(lay ? 'takenBack' : 'neverSent');
          } else seen.add('started');
        },
      ),
      { numRuns: 60 },
    );
    expect([...seen].toSorted()).toEqual(['neverSent', 'started', 'takenBack']);
  },
);

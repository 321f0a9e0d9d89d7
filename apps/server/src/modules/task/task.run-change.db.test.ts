import { taskCalls, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import {
  add,
  ahead,
  arrangeAhead,
  arrangement,
  atOf,
  beginRunChanges,
  call,
  cancel,
  closeRunChanges,
  flights,
  flyTo,
  hourly,
  launch,
  minute,
  move,
  moveTo,
  openRunChanges,
  restore,
  rooms,
  runs,
  shown,
  signIn,
  starts,
  states,
  task,
  wall,
} from './task.run-change.fixture.ts';

beforeAll(openRunChanges);
afterAll(closeRunChanges);
beforeEach(beginRunChanges);

describe('a run that is moved', () => {
  it('comes once, at its new time and under its name; the others stay', async () => {
    const { oid } = await add({ until: wall('').slice(0, 10) });
    expect(await move(oid, wall('09:00'), wall('10:30'))).toEqual({
      oid,
      wall: wall('09:00'),
      movedTo: wall('10:30'),
      at: atOf(wall('10:30')),
    });
    expect(await shown()).toEqual(['08:00', '10:00', '10:30', '11:00']);
    await flyTo(atOf(wall('12:00')));
    const names = ['08:00', '10:00', '09:00', '11:00'].map((clock) => wall(clock).slice(5));
    expect(await starts()).toEqual(names);
    expect((await runs(oid)).map(({ movedTo }) => movedTo)).toEqual([null, null, wall('10:30'), null]);
    expect(await call(taskCalls.get, { oid })).toMatchObject({ status: 'done' });
  });

  it('before the one that is planned becomes the next one, and never flies again at its own time', async () => {
    const { oid, nextRun } = await add({ until: wall('', 1).slice(0, 10) });
    expect(nextRun?.wall).toBe(wall('08:00'));
    await move(oid, wall('11:00'), wall('07:00'));
    expect((await call(taskCalls.get, { oid })).nextRun).toMatchObject({
      wall: wall('11:00'),
      at: atOf(wall('07:00')),
    });
    await flyTo(atOf(wall('07:01')));
    expect(await starts()).toEqual([wall('11:00').slice(5)]);
    // What flew is not brought back to its own time.
    expect(await reasonOf(restore(oid, wall('11:00')))).toBe('runDecided');
    expect(await reasonOf(move(oid, wall('11:00'), wall('12:00')))).toBe('runDecided');
    await flyTo(atOf(wall('12:00')));
    expect(await starts()).toEqual(['11:00', '08:00', '09:00', '10:00'].map((clock) => wall(clock).slice(5)));
  });

  it('is refused into the past, into the last minute, and to the moment of another run', async () => {
    const { oid } = await add();
    await moveTo(atOf(wall('07:00')));
    expect(await reasonOf(move(oid, wall('09:00'), wall('06:00')))).toBe('runPast');
    expect(await reasonOf(move(oid, wall('09:00'), wall('07:01')))).toBe('runPast');
    expect(await reasonOf(move(oid, wall('09:00'), wall('10:00'), { despite: true }))).toBe('runTaken');
    expect(await reasonOf(move(oid, wall('09:15'), wall('10:15')))).toBe('runNotComing');
    expect(await reasonOf(move(oid, wall('09:00', -1), wall('10:15')))).toBe('runNotComing');
    expect(await reasonOf(move(oid, wall('09:00'), wall('07:02')))).toBe('done');
  });

  it('within its last minute is refused; it flies when it was to', async () => {
    const { oid } = await add();
    await moveTo(atOf(wall('08:00')) - arrangeAhead);
    expect(await reasonOf(move(oid, wall('08:00'), wall('08:30')))).toBe('runSoon');
    await launch.arrange();
    // Another run may be moved meanwhile, and takes nothing from the one that is about to begin.
    expect(await reasonOf(move(oid, wall('10:00'), wall('08:30')))).toBe('done');
    await moveTo(atOf(wall('08:00')) + 1);
    expect(await reasonOf(move(oid, wall('08:00'), wall('08:30')))).toBe('runSoon');
    await flyTo(atOf(wall('08:31')));
    expect(await starts()).toEqual(['08:00', '10:00'].map((clock) => wall(clock).slice(5)));
  });

  it('by two members at once ends at one time, and flies once', async () => {
    const { oid } = await add({ until: wall('').slice(0, 10) });
    await Promise.all([move(oid, wall('09:00'), wall('08:20')), move(oid, wall('09:00'), wall('08:40'))]);
    await flyTo(atOf(wall('12:00')));
    expect((await starts()).filter((name) => name.endsWith('09:00'))).toHaveLength(1);
    expect(await starts()).toHaveLength(4);
  });

  it('comes back to its own time, and is not moved without the rights or of another organisation', async () => {
    const { oid } = await add({ until: wall('').slice(0, 10) });
    await move(oid, wall('09:00'), wall('20:00'));
    await restore(oid, wall('09:00'));
    expect(await shown()).toEqual(['08:00', '09:00', '10:00', '11:00']);
    expect(await reasonOf(restore(oid, wall('09:00')))).toBe('runNotComing');
    const request = { oid, wall: wall('09:00'), to: wall('20:00') };
    for (const declaration of [taskCalls.moveRun, taskCalls.runConflicts]) {
      expect(await reasonOf(call(declaration, request, await rooms.tokenOf('omega-operator')))).toBe(
        'notFound',
      );
      expect(await reasonOf(call(declaration, request, await rooms.tokenOf('gamma-leader')))).toBe(
        'notAllowed',
      );
    }
  });

  it('of a task of one time is that task at its new time', async () => {
    const schedule = { timeZone: 'UTC', at: wall('09:00') };
    const { oid } = await call(taskCalls.add, { name: 's', type: 'single', schedule, arrangement });
    await move(oid, wall('09:00'), wall('09:30'));
    await flyTo(atOf(wall('10:00')));
    expect(await states(oid)).toEqual(['09:00 launched']);
    expect(await starts()).toHaveLength(1);
  });
});

describe('a run that is cancelled', () => {
  it('does not come, says why, and comes again when it is restored in time', async () => {
    const { oid } = await add({ until: wall('').slice(0, 10) });
    await cancel(oid, wall('08:00'));
    await cancel(oid, wall('10:00'));
    expect(await shown()).toEqual(['08:00 cancelled', '09:00', '10:00 cancelled', '11:00']);
    expect((await runs(oid))[0]).toMatchObject({
      state: 'cancelled',
      reason: 'runCancelled',
      message: 'Cancelled: 节日',
    });
    expect(await reasonOf(cancel(oid, wall('10:00')))).toBe('runDecided');
    await restore(oid, wall('10:00'));
    expect(await shown()).toEqual(['08:00 cancelled', '09:00', '10:00', '11:00']);
    await flyTo(atOf(wall('12:00')));
    expect(await starts()).toEqual(['09:00', '10:00', '11:00'].map((clock) => wall(clock).slice(5)));
    expect(await reasonOf(restore(oid, wall('08:00')))).not.toBe('done');
  });

  it('after it was moved to a time that is over comes again at its own time', async () => {
    const { oid } = await add({ until: wall('').slice(0, 10) });
    await move(oid, wall('09:00'), wall('07:00'));
    await cancel(oid, wall('09:00'));
    await moveTo(atOf(wall('07:30')));
    await restore(oid, wall('09:00'));
    expect(await shown()).toEqual(['08:00', '09:00', '10:00', '11:00']);
  });

  it('within its last minute and when it is due takes its flight back, and is not restored any more', async () => {
    const { oid } = await add();
    await moveTo(atOf(wall('08:00')) - arrangeAhead);
    await launch.arrange();
    await cancel(oid, wall('08:00'));
    expect(await reasonOf(restore(oid, wall('08:00')))).not.toBe('done');
    await moveTo(atOf(wall('09:00')) - arrangeAhead);
    await launch.arrange();
    await moveTo(atOf(wall('09:00')) + 1);
    await cancel(oid, wall('09:00'));
    await launch.launch();
    const { rows } = await sql<{ outcome: string }>`select outcome from flight`.execute(rooms.db);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    expect(await starts()).toEqual([]);
    expect((await states(oid)).slice(0, 2)).toEqual(['08:00 cancelled', '09:00 cancelled']);
  });

  it('at the very start ends flown or cancelled, and says which', async () => {
    for (const clock of ['08:00', '09:00', '10:00', '11:00']) {
      const { oid } = await add({ time: clock, window: null, until: wall('').slice(0, 10) });
      await moveTo(atOf(wall(clock)) - arrangeAhead);
      await launch.arrange();
      await moveTo(atOf(wall(clock)) + 1);
      const [answer] = await Promise.all([
        reasonOf(cancel(oid, wall(clock))),
        launch.launch(),
        launch.launch(),
      ]);
      await launch.launch();
      const flown = (await starts()).some((name) => name.endsWith(clock));
      expect(answer).toBe(flown ? 'runDecided' : 'done');
      expect(await states(oid)).toEqual([`${clock} ${flown ? 'launching' : 'cancelled'}`]);
    }
  });

  it('is not cancelled while somebody starts its flight by hand', async () => {
    const { oid } = await add();
    await moveTo(atOf(wall('08:00')) - arrangeAhead);
    await launch.arrange();
    await sql`update flight set state = 'inFlight'`.execute(rooms.db);
    expect(await reasonOf(cancel(oid, wall('08:00')))).toBe('runDecided');
  });
});

describe('the verdict on another time', () => {
  const verdict = (oid: string, run: string, to: string) =>
    call<ResponseOf<typeof taskCalls.runConflicts>>(taskCalls.runConflicts, { oid, wall: run, to });
  const kinds = async (...given: Parameters<typeof verdict>): Promise<string[]> =>
    (await verdict(...given)).list.map(({ kind, forbids }) => (forbids ? `${kind}!` : kind));

  it('names runs of the same dock that overlap, and a save asks for it', async () => {
    const { oid } = await add({}, '甲');
    await add({ time: '09:30', window: null }, '乙');
    await task.calendar.pass();
    // The route takes two minutes, with five around it.
    expect(await kinds(oid, wall('09:00'), wall('09:24'))).toEqual(['dockRun']);
    expect(await kinds(oid, wall('09:00'), wall('09:36'))).toEqual(['dockRun']);
    expect(await kinds(oid, wall('09:00'), wall('09:37'))).toEqual([]);
    expect((await verdict(oid, wall('09:00'), wall('09:24'))).list[0]?.message).toContain('乙');
    expect(await kinds(oid, wall('09:00'), wall('10:00'))).toEqual(['ownRun!', 'dockRun']);
    expect(await reasonOf(move(oid, wall('09:00'), wall('09:24')))).toBe('runConflicts');
    expect(await shown()).toEqual(['08:00', '09:00', '09:30', '10:00', '11:00']);
    expect(await reasonOf(move(oid, wall('09:00'), wall('09:24'), { despite: true }))).toBe('done');
  });

  it('says what the look ahead says, and where that could not look', async () => {
    const { oid } = await add();
    ahead.check = async () => {
      throw new Refusal('gateBlocked', { values: { items: 'airworthy' } });
    };
    const { list } = await verdict(oid, wall('09:00'), wall('13:00'));
    expect(list).toEqual([
      { kind: 'obstacle', forbids: false, message: expect.stringContaining('Airworthiness') },
    ]);
    expect(await reasonOf(move(oid, wall('09:00'), wall('13:00')))).toBe('runConflicts');
    ahead.check = async () => {
      throw new Refusal('tooManyRequests');
    };
    expect(await kinds(oid, wall('09:00'), wall('13:00'))).toEqual(['notChecked']);
  });

  it('names a flight that holds the dock, and the past', async () => {
    const { oid } = await add();
    const flight = await flights.flight('gamma-operator', {
      taskOID: oid,
      ...arrangement,
      state: 'inFlight',
    });
    await sql`update flight set start_time = ${new Date(rooms.clock.wall())} where oid = ${flight}::uuid`.execute(
      rooms.db,
    );
    expect(await kinds(oid, wall('09:00'), wall('00:05'))).toEqual(['dockFlight']);
    expect(await kinds(oid, wall('09:00'), wall('00:30'))).toEqual([]);
    expect(await kinds(oid, wall('09:00'), wall('00:01'))).toEqual(['soon!', 'dockFlight']);
  });
});

describe('a change of the whole schedule', () => {
  const edit = (oid: string, schedule: object, part: object = {}) =>
    call(taskCalls.edit, { oid, type: 'repeat', schedule, arrangement, ...part });

  it('keeps single runs that it still has, and drops others only where that is said', async () => {
    const { oid } = await add();
    await cancel(oid, wall('09:00'));
    await move(oid, wall('10:00'), wall('13:00'));
    await edit(oid, hourly({ window: { until: '10:00', everyMinutes: 60 } }));
    expect(await shown()).toEqual(['08:00', '09:00 cancelled', '13:00']);
    const later = hourly({ time: '08:30', window: null });
    expect(await reasonOf(edit(oid, later))).toBe('exceptionsLost');
    expect(await shown()).toEqual(['08:00', '09:00 cancelled', '13:00']);
    await edit(oid, later, { dropExceptions: true });
    expect(await shown()).toEqual(['08:30']);
  });

  it('and a pause between leave a cancelled run cancelled', async () => {
    const { oid } = await add({ until: wall('').slice(0, 10) });
    await cancel(oid, wall('09:00'));
    await call(taskCalls.pauseTask, { oid, reason: '大风' });
    expect(await reasonOf(move(oid, wall('10:00'), wall('13:00')))).toBe('runNotComing');
    await call(taskCalls.restoreTask, { oid });
    expect(await shown()).toEqual(['08:00', '09:00 cancelled', '10:00', '11:00']);
  });
});

describe('this run and later ones', () => {
  const change = (oid: string, run: string, schedule: object, part: object = {}) =>
    call(taskCalls.changeLater, { oid, wall: run, name: '夜间', schedule, arrangement, ...part });

  it('become a task of their own; each run flies once, and both know each other', async () => {
    const { oid } = await add({ until: wall('', 1).slice(0, 10) });
    const after = await change(
      oid,
      wall('10:00'),
      hourly({ until: wall('', 1).slice(0, 10), time: '09:20' }),
    );
    expect(after).toMatchObject({ name: '夜间', follows: { oid, name: '巡检' }, followedBy: null });
    const before = await call(taskCalls.get, { oid });
    expect(before).toMatchObject({ follows: null, followedBy: { oid: after.oid, name: '夜间' } });
    expect(before.schedule).toMatchObject({ until: wall('').slice(0, 10), untilTime: '09:00' });
    expect(await shown(2)).toEqual(['08:00', '09:00', '10:20', '09:20', '10:20']);
    await flyTo(atOf(wall('12:00')));
    expect(await states(oid)).toEqual(['08:00 launched', '09:00 launched']);
    expect((await states(after.oid))[0]).toBe('10:20 launched');
    expect(await starts()).toHaveLength(3);
  });

  it('carry their moved and cancelled runs along, also one that has flown before its own time', async () => {
    const day = wall('', 1).slice(0, 10);
    const { oid } = await add({ until: day });
    await move(oid, wall('11:00', 1), wall('07:00'));
    await cancel(oid, wall('09:00', 1));
    await flyTo(atOf(wall('07:10')));
    expect(await starts()).toEqual([wall('11:00', 1).slice(5)]);
    const given = hourly({ from: day, until: day });
    const after = await change(oid, wall('08:00', 1), given);
    expect(await shown(2)).toEqual(
      expect.arrayContaining(['08:00', '09:00', '10:00', '11:00', '09:00 cancelled']),
    );
    await flyTo(atOf(wall('12:00', 1)));
    const { rows } = await sql<{
      wall: string;
      state: string;
    }>`select wall_time as wall, state from task_occurrence
      where task_oid = ${after.oid}::uuid order by wall_time`.execute(rooms.db);
    expect(rows.map(({ wall: name }) => name.slice(11))).toEqual(['08:00', '09:00', '10:00']);
    expect(rows[1]?.state).toBe('cancelled');
  });

  it('are refused at the first run, within the last minute, before the run, and where single runs would be lost', async () => {
    const { oid } = await add();
    expect(await reasonOf(change(oid, wall('08:00'), hourly()))).toBe('runFirst');
    expect(await reasonOf(change(oid, wall('09:00', 1), hourly()))).toBe('invalid');
    await cancel(oid, wall('10:00', 1));
    const from = wall('', 1).slice(0, 10);
    const other = hourly({ from, time: '08:30', window: null });
    expect(await reasonOf(change(oid, wall('09:00', 1), other))).toBe('exceptionsLost');
    expect(await shown(1)).toEqual(['08:00', '09:00', '10:00', '11:00']);
    const stranger = await rooms.tokenOf('omega-operator');
    const request = { oid, wall: wall('09:00', 1), name: 'x', schedule: hourly({ from }), arrangement };
    expect(await reasonOf(call(taskCalls.changeLater, request, stranger))).toBe('notFound');
    await moveTo(atOf(wall('09:00')) - arrangeAhead);
    await task.schedule.pass();
    expect(await reasonOf(change(oid, wall('09:00'), hourly()))).toBe('runSoon');
    const single = { timeZone: 'UTC', at: wall('20:00') };
    const once = await call(taskCalls.add, { name: 's', type: 'single', schedule: single, arrangement });
    expect(await reasonOf(change(once.oid, wall('20:00'), hourly()))).toBe('taskNotRepeated');
  });
});

it('runs that were moved, cancelled and restored by chance, with two servers, fly once each or not at all', async () => {
  const { oid } = await add({ window: { until: '08:50', everyMinutes: 10 }, until: wall('').slice(0, 10) });
  const names = Array.from({ length: 6 }, (_, turn) =>
    new Date(atOf(wall('08:00')) + turn * 10 * minute).toISOString().slice(0, 16),
  );
  await moveTo(atOf(wall('07:55')));
  let seed = 7;
  const chance = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const cancelled = new Set<string>();
  while (rooms.clock.wall() < atOf(wall('09:20'))) {
    const run = names[chance(names.length)] ?? '';
    const to = new Date(rooms.clock.wall() + chance(30) * minute).toISOString().slice(0, 16);
    const works = [
      () => move(oid, run, to, { despite: true }).then(() => cancelled.delete(run)),
      () => cancel(oid, run).then(() => cancelled.add(run)),
      () => restore(oid, run).then(() => cancelled.delete(run)),
    ];
    await signIn();
    await Promise.all([
      works[chance(3)]?.().catch((error: unknown) => expect(error).toBeInstanceOf(Refusal)),
      flyTo(rooms.clock.wall() + 20_000),
    ]);
    // A start passes over a run whose task somebody just changes, and comes again a second later.
    await launch.launch();
  }
  await flyTo(atOf(wall('09:55')));
  const flown = await starts();
  expect(new Set(flown).size).toBe(flown.length);
  const rest = names.filter((name) => !cancelled.has(name)).map((name) => name.slice(5));
  const became = (await runs(oid)).map(
    (one) => `${one.wall.slice(11)} ${one.movedTo?.slice(11) ?? ''} ${one.state} ${one.reason ?? ''}`,
  );
  expect(flown.toSorted(), became.join('\n')).toEqual(rest);
});

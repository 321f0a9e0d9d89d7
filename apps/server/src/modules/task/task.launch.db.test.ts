import { limits, taskCalls, type GateItemName, type OccurrenceRecord, type TaskRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { draftScheduledStart } from '../command/index.ts';
import { cancelWaiting, keepCondition } from '../flight/index.ts';
import {
  createTask,
  isScheduledStart,
  type ComingRun,
  type Launch,
  type LookedAtRun,
  type TaskRoom,
} from './index.ts';

let rooms: TestRooms;
let task: TaskRoom;
let launch: Launch;
let foresee: () => Promise<void>;
let flights: TestFlights;
let operator: string;
let dockOID: string;
let arrangement: { routeOID: string; dockOID: string };
const arranged: string[] = [];
const missed: string[] = [];
/** What keeps flights of docks on the ground, and docks that could fly instead. */
const blocked = new Map<string, GateItemName[]>();
let others: string[] = [];
let arrange: (run: ComingRun) => Promise<string>;
let check: (run: LookedAtRun) => Promise<void>;

const { launchWithin, launchAgain, arrangeAhead } = limits.task;
const minute = 60_000;

beforeAll(async () => {
  rooms = await createTestRooms();
  const { audit, department, runtime } = rooms;
  task = createTask(runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async (_groupOID, kind, { name }) => void missed.push(kind === 'taskMissed' ? name : kind),
  });
  launch = task.launchBy({
    keepCondition,
    arrangeFlight: (run) => arrange(run),
    draftStart: (trx, start) => draftScheduledStart(runtime, trx, start),
    blockedBy: async (_flightOID, at) => blocked.get(at) ?? [],
    otherDocks: async () => others,
  });
  foresee = task.foreseeBy({
    checkFlight: (run) => check(run),
  });
  flights = createTestFlights(runtime);
  await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
  dockOID = await flights.dock('gamma-operator');
  arrangement = { routeOID: await flights.route('gamma-operator'), dockOID };
});
afterAll(() => rooms.close());
beforeEach(async () => {
  for (const table of ['command', 'task_occurrence', 'flight', 'task', 'gateway_claim'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
  arranged.length = 0;
  missed.length = 0;
  blocked.clear();
  others = [];
  check = async () => undefined;
  operator = await rooms.tokenOf('gamma-operator');
  arrange = async ({ taskOID, oid }) => {
    arranged.push(oid);
    return flights.flight('gamma-operator', { taskOID, ...arrangement });
  };
  await claim();
});

/** A gateway speaks to the dock. */
const claim = (): Promise<unknown> =>
  sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
    values (${dockOID}::uuid, 'test', 1, ${new Date(rooms.clock.wall() + 24 * 60 * minute)})`.execute(
    rooms.db,
  );

const call = async <T>(declaration: Parameters<TestRooms['call']>[0], request: unknown): Promise<T> =>
  (await rooms.call(declaration, request, { token: operator, extra: task.endpoints })).data as T;
/** A task that flies every five minutes of the day. */
const addTask = (part: { busyDock?: string; busyMinutes?: number } = {}) => {
  const from = new Date(rooms.clock.wall()).toISOString().slice(0, 10);
  const window = { until: '23:55', everyMinutes: 5 };
  return call<TaskRecord>(taskCalls.add, {
    name: 'patrol',
    type: 'repeat',
    schedule: { timeZone: 'UTC', frequency: 'day', from, time: '00:00', window },
    arrangement: { ...arrangement, returnAltitude: 100, lostAction: 'return', clarity: 'hd', ...part },
  });
};
const runs = async ({ oid }: { oid: string }): Promise<OccurrenceRecord[]> =>
  (await call<{ list: OccurrenceRecord[] }>(taskCalls.occurrences, { oid })).list.toReversed();
const first = async (of: { oid: string }): Promise<OccurrenceRecord> => {
  const [run] = await runs(of);
  if (!run) throw new Error('no run');
  return run;
};
const commands = async () => {
  const { rows } = await sql<{ oid: string; flight_oid: string; idempotency_key: string; issued_by: string }>`
    select oid, flight_oid, idempotency_key, issued_by from command where method = 'startJob'`.execute(
    rooms.db,
  );
  return rows;
};
const setCommand = (state: string, part: { reason?: string; detail?: string } = {}): Promise<unknown> =>
  sql`update command set state = ${state}, reason = ${part.reason ?? null},
    detail = ${part.detail ?? null}`.execute(rooms.db);
const flightStates = async (): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`select concat_ws(' ', state, outcome) as state from flight
    order by created_at`.execute(rooms.db);
  return rows.map(({ state }) => state);
};
/** The first run of a new task with its flight arranged, a moment after it is due. */
const dueTask = async (part: Parameters<typeof addTask>[0] = {}) => {
  const made = await addTask(part);
  const dueAt = made.nextRun?.at ?? 0;
  rooms.clock.move(dueAt - arrangeAhead - rooms.clock.wall());
  await launch.arrange();
  rooms.clock.move(dueAt + 1 - rooms.clock.wall());
  return made;
};
const launched = async () => {
  const made = await dueTask();
  await launch.launch();
  return made;
};

describe('the flight of a run', () => {
  it('is arranged once, a minute before it is due, and started once when it is', async () => {
    const made = await addTask();
    const dueAt = made.nextRun?.at ?? 0;
    rooms.clock.move(dueAt - arrangeAhead - 1 - rooms.clock.wall());
    await launch.arrange();
    expect(arranged).toEqual([]);
    rooms.clock.move(1);
    await launch.arrange();
    await launch.arrange();
    await launch.launch();
    const run = await first(made);
    expect(arranged).toEqual([run.oid]);
    expect(run).toMatchObject({ state: 'planned', reason: null, flightOID: expect.any(String) });
    expect(await commands()).toEqual([]);
    rooms.clock.move(arrangeAhead);
    await launch.launch();
    await launch.launch();
    expect(await commands()).toEqual([
      expect.objectContaining({ flight_oid: run.flightOID, idempotency_key: run.oid }),
    ]);
    expect(await first(made)).toMatchObject({ state: 'launching', decidedAt: rooms.clock.wall() });
    await task.schedule.pass();
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
      rooms.clock.move((nextRun?.at ?? 0) - arrangeAhead - rooms.clock.wall()),
    );
    await Promise.all([launch.arrange(), launch.arrange()]);
    const waiting = (await flightStates()).filter((state) => state === 'created');
    expect(waiting).toHaveLength(1);
    expect(new Set(await flightStates()).size).toBe(arranged.length);
  });

  it('that cannot be arranged is tried again while it is in time, and then missed for that reason', async () => {
    const made = await addTask();
    rooms.clock.move((made.nextRun?.at ?? 0) - rooms.clock.wall());
    arrange = async () => {
      throw new Refusal('deviceRetired', { values: { name: '北站' } });
    };
    await launch.arrange();
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'planned', reason: 'deviceRetired' });
    rooms.clock.move(launchWithin + 1);
    await launch.arrange();
    await task.schedule.pass();
    const run = await first(made);
    expect(run).toMatchObject({ state: 'missed', reason: 'deviceRetired' });
    expect(run.message).toContain('北站');
    expect(missed).toEqual(['patrol']);
  });

  it('that was refused is judged again shortly before it is due, not all the time', async () => {
    const made = await addTask();
    const dueAt = made.nextRun?.at ?? 0;
    let tries = 0;
    arrange = async () => {
      tries += 1;
      throw new Refusal('routeBlocked', { values: { why: '禁飞区', count: 1 } });
    };
    rooms.clock.move(dueAt - arrangeAhead - rooms.clock.wall());
    await launch.arrange();
    await launch.arrange();
    expect(tries).toBe(1);
    // Whoever reads it reads it in their own language.
    expect((await first(made)).message).toBe('The route has findings that forbid flying it');
    rooms.clock.move(dueAt - limits.task.arrangeAgain - rooms.clock.wall());
    await launch.arrange();
    expect(tries).toBe(2);
  });

  it('that cannot be decided keeps no other from flying', async () => {
    const broken = await addTask();
    const fine = await addTask();
    rooms.clock.move((broken.nextRun?.at ?? 0) - rooms.clock.wall());
    await launch.arrange();
    await sql`update task set arranged_by = null, arrangement = null, schedule_rule = null
      where oid = ${broken.oid}::uuid`.execute(rooms.db);
    await launch.launch();
    expect((await first(fine)).state).toBe('launching');
    // The same of planning: a schedule that cannot be read.
    await sql`update task set schedule_rule = 'nonsense', arrangement = '{}', arranged_by = created_by
      where oid = ${broken.oid}::uuid`.execute(rooms.db);
    await sql`delete from task_occurrence`.execute(rooms.db);
    await task.schedule.pass();
    expect((await call<TaskRecord>(taskCalls.get, { oid: fine.oid })).nextRun).not.toBeNull();
  });

  it('waits for a dock that is away as long as it is in time', async () => {
    await sql`delete from gateway_claim`.execute(rooms.db);
    const made = await launched();
    expect(await first(made)).toMatchObject({ state: 'planned', reason: 'dockOffline' });
    rooms.clock.move(launchWithin - 2);
    await claim();
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'launching', reason: null });
  });

  it('never starts late: what is not in time is missed, and its flight taken back', async () => {
    const made = await dueTask();
    rooms.clock.move(launchWithin);
    await launch.launch();
    await task.schedule.pass();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'late' });
    expect(await commands()).toEqual([]);
    expect(await flightStates()).toEqual(['over cancelled']);
  });

  it('is taken back with its run when the task is paused or changed, before and at the due instant', async () => {
    const early = await addTask();
    rooms.clock.move((early.nextRun?.at ?? 0) - arrangeAhead - rooms.clock.wall());
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
    await sql`update flight set state = 'inFlight' where state = 'created'`.execute(rooms.db);
    await launch.launch();
    expect(await first(flown)).toMatchObject({ state: 'launched', reason: 'byHand' });
    const removed = await dueTask();
    await sql`update flight set state = 'over' where state = 'created'`.execute(rooms.db);
    await launch.launch();
    expect(await first(removed)).toMatchObject({ state: 'skipped', reason: 'flightRemoved' });
    expect(await commands()).toEqual([]);
  });

  it('that somebody is just starting by hand is not started beside it, and not taken back under it', async () => {
    const made = await dueTask();
    const { flightOID } = await first(made);
    const memberOID = (await rooms.member.byAccount(rooms.db, 'gamma-operator'))?.oid ?? '';
    const byHand = {
      dock: { oid: dockOID, groupRoot: made.groupRoot },
      flightOID: flightOID ?? '',
      memberOID,
    };
    await rooms.db
      .transaction()
      .execute((trx) => draftScheduledStart(rooms.runtime, trx, { ...byHand, key: 'by hand' }));
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
        'failed' from flight where oid = ${flightOID}::uuid`.execute(rooms.db);
    await launch.launch();
    expect((await first(made)).state).toBe('launching');
  });
});

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
    await sql`update flight set state = 'inFlight', start_time = now()`.execute(rooms.db);
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'launched', reason: null });
  });

  it('that left is not called flown where its flight is over without a sign of it', async () => {
    const made = await launched();
    await setCommand('unknown');
    await sql`update flight set state = 'over', outcome = 'unknown'`.execute(rooms.db);
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
    await sql`update flight set state = 'over', outcome = 'failed', start_time = now()`.execute(rooms.db);
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
      and detail ->> 'taskOID' = ${made.oid} order by seq`.execute(rooms.db);
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
      rooms.clock.move(launchAgain);
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
    )}::jsonb`.execute(rooms.db);
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
    rooms.clock.move(launchAgain);
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
    await sql.raw(change).execute(rooms.db);
    await launch.launch();
    rooms.clock.move(launchAgain);
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'dockOffline' });
    expect(await commands()).toHaveLength(1);
  });

  it('that is refused until its time is over is missed, its flight taken back', async () => {
    const made = await launched();
    for (let turn = 0; turn < launchWithin / launchAgain; turn += 1) {
      await setCommand('failed', { reason: 'dockOffline' });
      await launch.launch();
      rooms.clock.move(launchAgain);
      await launch.launch();
    }
    await setCommand('failed', { reason: 'dockOffline' });
    await launch.launch();
    await task.schedule.pass();
    expect((await first(made)).state).toBe('missed');
    expect(await flightStates()).toEqual(['over cancelled']);
  });
});

it('an order is a scheduled start by its key, its flight and its arranger together', async () => {
  const made = await launched();
  const [command] = await commands();
  if (!command) throw new Error('no order');
  const own = { key: command.idempotency_key, flightOID: command.flight_oid, issuedBy: command.issued_by };
  const judge = (part: Partial<typeof own>) => isScheduledStart(rooms.db, { ...own, ...part });
  expect(await judge({})).toBe(true);
  const administrator = await rooms.member.byAccount(rooms.db, 'gamma-administrator');
  expect(await judge({ issuedBy: administrator?.oid ?? '' })).toBe(false);
  expect(await judge({ flightOID: made.oid })).toBe(false);
  expect(await judge({ key: made.oid })).toBe(false);
  expect(await judge({ key: 'a key of somebody' })).toBe(false);
  await sql`update task_occurrence set state = 'missed' where oid = ${own.key}::uuid`.execute(rooms.db);
  expect(await judge({})).toBe(false);
});

describe('a run of the next day', () => {
  const hour = 60 * minute;
  /** A task that flies once, so many ms from now. */
  const addOnce = (ahead: number) =>
    call<TaskRecord>(taskCalls.add, {
      name: 'patrol',
      type: 'single',
      schedule: { timeZone: 'UTC', at: new Date(rooms.clock.wall() + ahead).toISOString().slice(0, 16) },
      arrangement: { ...arrangement, returnAltitude: 100, lostAction: 'return', clarity: 'hd' },
    });
  const looked: string[] = [];
  const refuse = async ({ oid }: LookedAtRun): Promise<void> => {
    looked.push(oid);
    throw new Refusal('gateBlocked', { values: { items: 'airworthy' } });
  };
  beforeEach(() => {
    looked.length = 0;
    check = refuse;
  });

  it('says what stands in its way, and says no more once it is gone', async () => {
    const of = await addOnce(20 * hour);
    await foresee();
    const found = await first(of);
    expect(found).toMatchObject({ state: 'planned', reason: 'gateBlocked', decidedAt: null });
    expect(found.message).toContain('Airworthiness');
    expect((await call<TaskRecord>(taskCalls.get, { oid: of.oid })).nextRun).toMatchObject({ atRisk: true });
    // Not again before an hour is over.
    await foresee();
    expect(looked).toHaveLength(1);
    rooms.clock.move(hour + 1);
    operator = await rooms.tokenOf('gamma-operator');
    await foresee();
    expect(looked).toHaveLength(2);
    check = async () => undefined;
    rooms.clock.move(hour + 1);
    await foresee();
    operator = await rooms.tokenOf('gamma-operator');
    expect(await first(of)).toMatchObject({ state: 'planned', reason: null, message: null });
    expect((await call<TaskRecord>(taskCalls.get, { oid: of.oid })).nextRun).toMatchObject({ atRisk: false });
  });

  it('is looked at neither earlier nor when its flight is about to be arranged', async () => {
    await addOnce(73 * hour);
    await addOnce(minute);
    await foresee();
    expect(looked).toEqual([]);
  });

  it('is left to no other one that cannot be looked at, and says nothing that is not known', async () => {
    const broken = await addOnce(2 * hour);
    const other = await addOnce(3 * hour);
    check = async (run) => {
      if (run.taskOID === broken.oid) throw new Error('the layer is away');
      return refuse(run);
    };
    await foresee();
    expect((await first(broken)).reason).toBeNull();
    expect((await first(other)).reason).toBe('gateBlocked');
  });

  it('is asked for again soon where this server was only busy', async () => {
    const of = await addOnce(2 * hour);
    check = async (run) => {
      looked.push(run.oid);
      throw new Refusal('tooManyRequests');
    };
    await foresee();
    expect(await first(of)).toMatchObject({ state: 'planned', reason: null });
    // A minute later, so that others have their turn meanwhile.
    await foresee();
    expect(looked).toHaveLength(1);
    rooms.clock.move(minute + 1);
    await foresee();
    expect(looked).toHaveLength(2);
  });

  it('is arranged in time all the same: what stood there may be gone', async () => {
    const of = await addOnce(2 * hour);
    await foresee();
    const { dueAt } = await first(of);
    rooms.clock.move(dueAt - arrangeAhead - rooms.clock.wall());
    await launch.arrange();
    expect(arranged).toHaveLength(1);
  });

  it('that no server was there to start is missed for that, not for what was found a day before', async () => {
    const of = await addOnce(2 * hour);
    await foresee();
    const { dueAt, reason } = await first(of);
    expect(reason).toBe('gateBlocked');
    rooms.clock.move(dueAt + launchWithin + 1 - rooms.clock.wall());
    await task.schedule.pass();
    operator = await rooms.tokenOf('gamma-operator');
    expect(await first(of)).toMatchObject({ state: 'missed', reason: 'late' });
  });

  it('is not looked at while its task is paused', async () => {
    const { oid } = await addOnce(2 * hour);
    await call(taskCalls.pauseTask, { oid, reason: '大风' });
    await foresee();
    expect(looked).toEqual([]);
  });
});

describe('a run whose dock is busy', () => {
  /** What of it a second dock flies. */
  const elsewhere = async (): Promise<string> => {
    const other = await flights.dock('gamma-operator');
    await sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
      values (${other}::uuid, 'test', 1, ${new Date(rooms.clock.wall() + 24 * 60 * minute)})`.execute(
      rooms.db,
    );
    arrange = async ({ taskOID, oid, arrangement: at }) => {
      arranged.push(oid);
      return flights.flight('gamma-operator', { taskOID, ...at });
    };
    return other;
  };
  const begin = async (): Promise<void> => {
    await sql`update flight set state = 'inFlight', start_time = ${new Date(rooms.clock.wall())}
      where oid in (select flight_oid from command)`.execute(rooms.db);
    await launch.launch();
  };

  it('waits as long as its task says, and begins once when the dock is free', async () => {
    const made = await dueTask({ busyDock: 'wait', busyMinutes: 3 });
    blocked.set(dockOID, ['dockIdle']);
    await Promise.all([launch.launch(), launch.launch()]);
    expect(await first(made)).toMatchObject({ state: 'planned', reason: 'dockBusy' });
    rooms.clock.move(2 * minute);
    await launch.launch();
    await task.schedule.pass();
    expect(await first(made)).toMatchObject({ state: 'planned', message: 'The dock was busy' });
    expect(await commands()).toEqual([]);
    blocked.clear();
    rooms.clock.move(limits.task.queue.again);
    await Promise.all([launch.launch(), launch.launch(), launch.launch()]);
    await launch.launch();
    expect(await commands()).toHaveLength(1);
    await begin();
    expect(await first(made)).toMatchObject({ state: 'launched', reason: 'waitedForDock' });
    expect((await first(made)).message).toContain('2 min');
  });

  it('is missed for that reason when it waited long enough, and its flight is taken back', async () => {
    const made = await dueTask({ busyDock: 'wait', busyMinutes: 1 });
    blocked.set(dockOID, ['otherFlight']);
    await launch.launch();
    rooms.clock.move(minute + 1);
    blocked.clear();
    await launch.launch();
    await task.schedule.pass();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'dockBusy' });
    expect(await flightStates()).toEqual(['over cancelled']);
    expect(await commands()).toEqual([]);
    expect(missed).toEqual(['patrol']);
  });

  it('does not wait for what no free dock mends, and by default for nothing', async () => {
    // Another flight nearby is waited for within the window of a condition alone.
    for (const item of ['wind', 'neighbours'] as const) {
      const held = await dueTask({ busyDock: 'wait', busyMinutes: 5 });
      blocked.set(dockOID, [item]);
      await launch.launch();
      expect((await first(held)).state).toBe('launching');
      await sql`delete from command`.execute(rooms.db);
    }
    const plain = await dueTask();
    blocked.set(dockOID, ['dockIdle']);
    await launch.launch();
    expect((await first(plain)).state).toBe('launching');
  });

  it('goes by the organisation where its task says nothing', async () => {
    await sql`update organisation set policy = policy || '{"busyDock":"wait","busyMinutes":2}'`.execute(
      rooms.db,
    );
    try {
      const made = await dueTask();
      blocked.set(dockOID, ['battery']);
      await launch.launch();
      expect(await first(made)).toMatchObject({ state: 'planned', reason: 'dockBusy' });
      rooms.clock.move(2 * minute + 1);
      await task.schedule.pass();
      expect((await first(made)).state).toBe('missed');
      // What its task says holds.
      const own = await dueTask({ busyDock: 'skip' });
      await launch.launch();
      expect((await first(own)).state).toBe('launching');
    } finally {
      await sql`update organisation set policy = policy - 'busyDock' - 'busyMinutes'`.execute(rooms.db);
    }
  });

  it('flies from another dock once, and keeps which and why', async () => {
    const other = await elsewhere();
    const made = await dueTask({ busyDock: 'next' });
    blocked.set(dockOID, ['dockIdle']);
    others = [other];
    await Promise.all([launch.launch(), launch.launch()]);
    expect(await flightStates()).toEqual(['over cancelled']);
    await Promise.all([launch.arrange(), launch.arrange()]);
    await Promise.all([launch.launch(), launch.launch()]);
    const { rows } = await sql<{ dock_oid: string }>`select dock_oid from command`.execute(rooms.db);
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
    blocked.set(dockOID, ['dockIdle']);
    await launch.launch();
    await launch.arrange();
    expect(await first(made)).toMatchObject({ state: 'planned', reason: 'noOtherDock' });
    others = [other];
    arrange = async () => {
      throw new Refusal('routeBlocked', { values: { why: '', count: 1 } });
    };
    await launch.arrange();
    rooms.clock.move(limits.task.queue.seekFor + 1);
    await launch.arrange();
    await launch.launch();
    await task.schedule.pass();
    expect(await first(made)).toMatchObject({ state: 'missed', reason: 'routeBlocked' });
    expect(await commands()).toEqual([]);
  });

  it('is not started when its task is paused while it waits', async () => {
    const made = await dueTask({ busyDock: 'wait', busyMinutes: 5 });
    blocked.set(dockOID, ['dockIdle']);
    await launch.launch();
    await call(taskCalls.pauseTask, { oid: made.oid, reason: 'storm' });
    blocked.clear();
    rooms.clock.move(minute);
    await launch.launch();
    expect(await first(made)).toMatchObject({ state: 'cancelled', reason: 'taskPaused' });
    expect(await commands()).toEqual([]);
  });

  it('lets one of two that are due at once begin, and queues the other', async () => {
    const one = await addTask({ busyDock: 'wait', busyMinutes: 5 });
    const two = await addTask({ busyDock: 'wait', busyMinutes: 5 });
    rooms.clock.move((one.nextRun?.at ?? 0) - arrangeAhead - rooms.clock.wall());
    await launch.arrange();
    rooms.clock.move(arrangeAhead + 1);
    await launch.launch();
    await launch.launch();
    expect([(await first(one)).state, (await first(two)).state].toSorted()).toEqual(['launching', 'planned']);
    expect(await commands()).toHaveLength(1);
  });
});

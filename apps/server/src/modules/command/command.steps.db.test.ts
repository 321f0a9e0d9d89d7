import { sql } from 'kysely';
import { limits, refusalStatus, type RefusalReason } from '@eyrie/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createCommandBench,
  hearDock,
  hearDrone,
  tabOf,
  type CommandBench,
  type ReadyDock,
} from '../../testing/command-bench.ts';
import { Refusal } from '../../platform/http/refusal.ts';

let bench: CommandBench;
/** What a test took away for everybody is given back after it. */
const mends: (() => Promise<unknown> | void)[] = [];

beforeAll(async () => {
  bench = await createCommandBench();
});
afterEach(async () => {
  bench.calm();
  for (const mend of mends.splice(0).toReversed()) await mend();
});
afterAll(() => bench.stop());

const run = (text: string, ...mend: string[]): Promise<unknown> => {
  for (const one of mend) mends.push(() => sql.raw(one).execute(bench.db));
  return sql.raw(text).execute(bench.db);
};
const heard = (at: ReadyDock, differs: Record<string, unknown> = {}): void =>
  hearDock(bench, at.link, differs);
/** Another person takes control over. */
const override = async (at: ReadyDock): Promise<void> => {
  const chief = await bench.caller('gamma-administrator');
  await bench.leases.override(
    bench.target(at.dockOID),
    bench.by(chief),
    tabOf(chief),
    'a test',
    async () => undefined,
  );
};
const start = async (at: ReadyDock, part: object = {}) =>
  bench.order(at.who, {
    dockOID: at.dockOID,
    flightOID: at.flightOID,
    epoch: at.epoch,
    nonce: await bench.nonce(at.who, at.dockOID, 'startJob'),
    ...part,
  });
const flightOf = (at: ReadyDock) =>
  bench.db
    .selectFrom('flight')
    .select(['state', 'outcome', 'outcome_reason', 'file_md5', 'gate'])
    .where('oid', '=', at.flightOID)
    .executeTakeFirstOrThrow();
/** A start of another flight on the same dock, of which it is known how it stands. */
const otherStart = async (at: ReadyDock, state: string): Promise<string> => {
  const flightOID = await bench.addFlight(at.dockOID);
  await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments, arguments_hash,
      issued_by, issued_at, expires_at, state)
    values (gen_random_uuid(), ${bench.groupRoot}::uuid, ${at.dockOID}::uuid, ${flightOID}::uuid, 'startJob',
      gen_random_uuid()::text, '{}', '', ${at.who.memberOID}::uuid, now(), now(), ${state})`.execute(
    bench.db,
  );
  return flightOID;
};

/** What may happen to a start that was in order, and the rule that refuses it then. */
const rules: readonly (readonly [string, RefusalReason, (at: ReadyDock) => unknown])[] = [
  [
    'its time is over',
    'expired',
    (at) => {
      bench.clock.move(limits.command.ttlPrepare + 1);
      heard(at);
    },
  ],
  ['messaging is down', 'brokerDown', () => void (bench.world.brokerUp = false)],
  ['the broker does not answer', 'brokerDown', () => void (bench.world.answers = async () => false)],
  [
    'the dock is being asked what it does',
    'startingUp',
    (at) => void (at.link.holdUntil = bench.clock.mono() + 1),
  ],
  ['the dock left', 'dockOffline', (at) => void (at.link.session = false)],
  ['the dock fell silent', 'stateStale', () => bench.clock.move(limits.command.stateFresh + 1)],
  [
    'another gateway has the dock',
    'startingUp',
    (at) => run(`update gateway_claim set instance_id = 'other' where dock_oid = '${at.dockOID}'`),
  ],
  [
    'this gateway has it by a newer claim',
    'startingUp',
    (at) => run(`update gateway_claim set fence = fence + 1 where dock_oid = '${at.dockOID}'`),
  ],
  [
    'the claim of this gateway ran out',
    'startingUp',
    (at) =>
      run(
        `update gateway_claim set expires_at = to_timestamp(${bench.clock.wall() / 1000}) where dock_oid = '${at.dockOID}'`,
      ),
  ],
  [
    'the session ended',
    'notSignedIn',
    (at) => run(`update session set ended_at = now() where oid = '${at.who.sessionOID}'`),
  ],
  [
    'the session ran out',
    'notSignedIn',
    (at) =>
      run(
        `update session set expires_at = to_timestamp(${bench.clock.wall() / 1000}) where oid = '${at.who.sessionOID}'`,
      ),
  ],
  [
    'the member is disabled',
    'notSignedIn',
    (at) =>
      run(
        `update member set enabled = false where oid = '${at.who.memberOID}'`,
        `update member set enabled = true`,
      ),
  ],
  [
    'the right to start was taken away',
    'notAllowed',
    () =>
      run(
        `delete from role_resource where resource = 'flight:start'`,
        `insert into role_resource select oid, 'flight:start' from role where first_key in ('operator', 'administrator')`,
      ),
  ],
  [
    'the dock is out of sight',
    'notFound',
    (at) => run(`update dock set deleted_at = now() where oid = '${at.dockOID}'`),
  ],
  [
    'maintenance began',
    'maintenance',
    () => void (bench.world.newFlightRefusal = async () => new Refusal('maintenance')),
  ],
  ['somebody took control over', 'controlHeld', override],
  [
    'control was given back',
    'controlLost',
    (at) => bench.leases.release(bench.target(at.dockOID), bench.by(at.who), at.tabId, at.epoch),
  ],
  [
    'control ran out',
    'controlLost',
    (at) =>
      run(
        `update control_lease set expires_at = to_timestamp(${bench.clock.wall() / 1000}) where dock_oid = '${at.dockOID}'`,
      ),
  ],
  [
    'another tab of the session wants control',
    'tabMissing',
    (at) =>
      bench.leases
        .take(bench.target(at.dockOID), bench.by(at.who), 'tab-of-a-second-page')
        .catch(() => undefined),
  ],
  [
    'the flight is deleted',
    'notFound',
    (at) => run(`update flight set deleted_at = now(), state = 'over' where oid = '${at.flightOID}'`),
  ],
  [
    'the flight is over',
    'flightOver',
    (at) => run(`update flight set state = 'over', outcome = 'missed' where oid = '${at.flightOID}'`),
  ],
  [
    'the flight is in the air already',
    'flightRunning',
    (at) => run(`update flight set state = 'inFlight' where oid = '${at.flightOID}'`),
  ],
  ['the dock flies another flight', 'flightRunning', (at) => void (at.link.flightOID = 'another')],
  ['another start was authorised', 'flightRunning', (at) => otherStart(at, 'authorised')],
  ['another start was sent', 'flightRunning', (at) => otherStart(at, 'sent')],
  ['nobody knows what became of another start', 'flightRunning', (at) => otherStart(at, 'unknown')],
  [
    'the end of the flight was ordered',
    'endOrdered',
    (at) =>
      run(`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments, arguments_hash, issued_by, issued_at, expires_at, state, created_at)
      select gen_random_uuid(), group_root, dock_oid, oid, 'forceEndJob', gen_random_uuid()::text, '{}', '', executor_oid, now(), now(), 'sent', now() + interval '1 minute' from flight where oid = '${at.flightOID}'`),
  ],
  ['the wind rose', 'gateBlocked', (at) => heard(at, { wind_speed: 19 })],
  ['it rains', 'gateBlocked', (at) => heard(at, { rainfall: 2 })],
  ['the emergency stop was pressed', 'gateBlocked', (at) => heard(at, { emergency_stop_state: 1 })],
  [
    'the route was changed',
    'gateBlocked',
    (at) =>
      run(
        `update route set checksum = 'other' where oid = (select route_oid from flight where oid = '${at.flightOID}')`,
      ),
  ],
  [
    'another flight of the dock is open',
    'gateBlocked',
    async (at) =>
      run(`update flight set state = 'inFlight' where oid = '${await bench.addFlight(at.dockOID)}'`),
  ],
  [
    'the database took too long',
    'databaseDown',
    () =>
      void (bench.world.newFlightRefusal = async () => {
        bench.clock.move(limits.command.sendWithin + 1);
        return null;
      }),
  ],
];

describe('a start of a flight', () => {
  it('leaves in two steps, each once, and begins the flight', async () => {
    const at = await bench.ready();
    const { status, record } = await start(at);
    expect(status).toBe(200);
    expect(record.history.map((entry) => [entry.state, entry.detail])).toEqual([
      ['drafted', null],
      ['authorised', null],
      ['sent', 'flighttask_prepare'],
      ['sent', 'flighttask_execute'],
      ['accepted', null],
    ]);
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_execute']);
    // The flight begins right after the answer.
    await vi.waitFor(async () => expect(await flightOf(at)).toMatchObject({ state: 'inFlight' }));
  });

  it.each(rules)('is refused before it leaves when %s', async (_when, reason, happen) => {
    const at = await bench.ready();
    bench.beforeStep(0, () => happen(at));
    const answer = await start(at);
    expect(answer.reason).toBe(reason);
    expect(answer.status).toBe(refusalStatus[reason]);
    expect(answer.record).toMatchObject({ reason, state: reason === 'expired' ? 'expired' : 'failed' });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
    expect(await flightOf(at)).toMatchObject(reason === 'databaseDown' ? {} : { file_md5: null });
  });

  it.each(rules)(
    'is stopped before its second step, and taken back, when %s',
    async (_when, reason, happen) => {
      const at = await bench.ready();
      bench.beforeStep(1, () => happen(at));
      const answer = await start(at);
      expect(answer.reason).toBe(reason);
      expect(answer.status).toBe(refusalStatus[reason]);
      expect(answer.record).toMatchObject({ reason, state: 'failed' });
      // An order to end the flight takes the task back itself.
      const undone = reason === 'endOrdered' ? [] : ['flighttask_undo'];
      expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', ...undone]);
      const { rows } = await sql<{ outcome: string; detail: object }>`
      select outcome, detail from audit_log where action = 'command.undo' and correlation_id = ${answer.record.commandOID}`.execute(
        bench.db,
      );
      expect(rows.map((row) => row.outcome)).toEqual(undone.map(() => 'accepted'));
      expect(answer.record.history.map((entry) => entry.detail)).toContain(
        undone.length > 0 ? 'undo: accepted' : 'flighttask_prepare',
      );
      expect((await flightOf(at)).state === 'inFlight').toBe(
        reason === 'flightRunning' && _when.includes('in the air'),
      );
    },
  );

  it('ends its flight when it was stopped between its steps, and says by which rule', async () => {
    const at = await bench.ready();
    bench.beforeStep(1, () => override(at));
    const { record } = await start(at);
    expect(record.message).toContain('gamma administrator');
    expect(record.message).toContain('took back');
    await vi.waitFor(async () =>
      expect(await flightOf(at)).toMatchObject({
        state: 'over',
        outcome: 'failed',
        outcome_reason: 'controlHeld',
      }),
    );
  });

  it.each(['rejected', 'failed'])(
    'says that the task was not taken back when that has %s',
    async (outcome) => {
      const at = await bench.ready();
      bench.beforeStep(1, () => override(at));
      if (outcome === 'rejected')
        bench.world.answer = async (method) => (method === 'flighttask_undo' ? 319_016 : 0);
      else
        bench.world.leaving = async (method) => {
          if (method === 'flighttask_undo') throw new Error('no broker');
        };
      const { record } = await start(at);
      expect(record.message).toContain('has not confirmed');
      expect(record.history.map((entry) => entry.detail)).toContain(`undo: ${outcome}`);
    },
  );

  it('is stopped when nobody took its second step, and leaves its flight waiting when nobody took its first', async () => {
    for (const [lost, left] of [
      ['flighttask_prepare', { state: 'created' }],
      ['flighttask_execute', { state: 'over', outcome: 'failed', outcome_reason: 'notDelivered' }],
    ] as const) {
      const at = await bench.ready();
      bench.world.answer = async (method) => (method === lost ? 'notDelivered' : 0);
      expect(await start(at)).toMatchObject({
        status: 409,
        reason: 'notDelivered',
        record: { state: 'failed' },
      });
      await vi.waitFor(async () => expect(await flightOf(at)).toMatchObject(left));
    }
  });

  it('is refused by the dock at its second step: 502 with the code of the dock, and the flight is over', async () => {
    const at = await bench.ready();
    bench.world.answer = async (method) => (method === 'flighttask_execute' ? 319_016 : 0);
    expect(await start(at)).toMatchObject({
      status: 502,
      reason: 'deviceRefused',
      record: { state: 'rejected' },
    });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_execute']);
    await vi.waitFor(async () =>
      expect(await flightOf(at)).toMatchObject({
        state: 'over',
        outcome: 'failed',
        outcome_reason: '319016',
      }),
    );
  });

  it('has failed when the broker does not take its first message, and is unknown when it may have left', async () => {
    for (const [lost, status, state] of [
      ['flighttask_prepare', 503, 'failed'],
      ['flighttask_execute', 504, 'unknown'],
    ] as const) {
      const at = await bench.ready();
      bench.world.leaving = async (method) => {
        if (method === lost) throw new Error('no broker');
      };
      expect(await start(at)).toMatchObject({ status, record: { state } });
    }
  });

  it('may follow one of which nobody knows what became, once that one has ended', async () => {
    const at = await bench.ready();
    const other = await otherStart(at, 'unknown');
    await run(`update flight set state = 'over', outcome = 'cancelled' where oid = '${other}'`);
    expect((await start(at)).status).toBe(200);
  });

  it('and the order to end it between its steps agree: one task is taken back, nothing flies', async () => {
    const at = await bench.ready();
    let ended: Awaited<ReturnType<CommandBench['order']>> | undefined;
    bench.beforeStep(1, async () => {
      const { dockOID, flightOID, epoch } = at;
      const nonce = await bench.nonce(at.who, dockOID, 'forceEndJob');
      ended = await bench.order(at.who, { method: 'forceEndJob', dockOID, flightOID, epoch, nonce });
    });
    expect(await start(at)).toMatchObject({ status: 409, record: { state: 'failed', reason: 'endOrdered' } });
    expect(ended).toMatchObject({ status: 200 });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_undo']);
    await vi.waitFor(async () =>
      expect(await flightOf(at)).toMatchObject({ state: 'over', outcome: 'cancelled' }),
    );
  });

  it('that never left is ended without a word to the dock', async () => {
    const { who, ...at } = await bench.ready();
    const nonce = await bench.nonce(who, at.dockOID, 'forceEndJob');
    const answer = await bench.order(who, { method: 'forceEndJob', ...at, nonce });
    expect(answer).toMatchObject({ status: 200, record: { state: 'succeeded' } });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
    expect(await flightOf({ who, ...at })).toMatchObject({ state: 'over', outcome: 'cancelled' });
  });
});

describe('the lease of an order', () => {
  it.each([
    ['names its number', {}, 200, null],
    ['names its number and its tab', { tab: 'own' }, 200, null],
    ['names no number', { epoch: undefined }, 409, 'controlMissing'],
    ['names an older number', { epoch: 0 }, 409, 'controlLost'],
    ['names another tab', { tab: 'other-tab' }, 409, 'controlOtherTab'],
  ] as const)(
    'is judged when it %s',
    async (_what, part: { tab?: string; epoch?: undefined | number }, status, reason) => {
      const at = await bench.ready();
      const { tab, ...rest } = part;
      const named = tab === undefined ? {} : { tabId: tab === 'own' ? at.tabId : tab };
      expect(await start(at, { ...rest, ...named })).toMatchObject({ status, reason });
    },
  );

  it('is that of one session: another of the same member is told so', async () => {
    const at = await bench.ready();
    const again = await bench.caller();
    const nonce = await bench.nonce(again, at.dockOID, 'startJob');
    const { dockOID, flightOID, epoch } = at;
    expect(await bench.order(again, { dockOID, flightOID, epoch, nonce })).toMatchObject({
      reason: 'controlLost',
    });
  });

  it('is not asked for its tab where an order saves the aircraft', async () => {
    const at = await bench.ready();
    await run(
      `delete from role_resource where resource = 'dock:emergency'`,
      `insert into role_resource select oid, 'dock:emergency' from role where first_key in ('operator', 'administrator')`,
    );
    await bench.leases
      .take(bench.target(at.dockOID), bench.by(at.who), 'tab-of-a-second-page')
      .catch(() => undefined);
    hearDrone(bench, at.link, { mode_code: 5, elevation: 60 });
    hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
    const order = { dockOID: at.dockOID, epoch: at.epoch };
    expect(await bench.order(at.who, { ...order, method: 'returnHome' })).toMatchObject({ status: 200 });
    expect(await bench.order(at.who, { ...order, method: 'returnHomeCancel' })).toMatchObject({
      status: 409,
    });
  });
});

describe('the confirmation of an order', () => {
  const confirmed =
    (of: { method?: string; account?: string; elsewhere?: boolean }, wait = 0) =>
    async (at: ReadyDock): Promise<string> => {
      const who = of.account ? await bench.caller(of.account) : at.who;
      const dockOID = of.elsewhere ? (await bench.ready()).dockOID : at.dockOID;
      const nonce = await bench.nonce(who, dockOID, of.method ?? 'startJob');
      bench.clock.move(wait);
      return nonce;
    };
  it.each([
    ['is the one that was given', confirmed({}), null],
    ['is missing', async () => undefined, 'confirmationMissing'],
    ['was invented', async () => 'invented', 'confirmationSpent'],
    ['was given for another method', confirmed({ method: 'forceEndJob' }), 'confirmationSpent'],
    ['was given to another member', confirmed({ account: 'gamma-administrator' }), 'confirmationSpent'],
    ['was given for another dock', confirmed({ elsewhere: true }), 'confirmationSpent'],
  ] as const)('is judged when it %s', async (_what, nonceOf, reason) => {
    const at = await bench.ready();
    expect(await start(at, { nonce: await nonceOf(at) })).toMatchObject({ reason });
    expect(bench.sentTo(at.dockOID)).toHaveLength(reason === null ? 2 : 0);
  });

  it('is good for its time, and once', async () => {
    const at = await bench.ready();
    const nonce = await bench.nonce(at.who, at.dockOID, 'startJob');
    bench.clock.move(limits.command.challengeLife - 1);
    await bench.leases.take(bench.target(at.dockOID), bench.by(at.who), at.tabId);
    hearDock(bench, at.link);
    const { epoch } = await bench.leases.get(at.dockOID, 'flight', at.who);
    expect(await start(at, { nonce, epoch })).toMatchObject({ status: 200 });
    at.link.flightOID = null;
    expect(await start(at, { nonce, epoch })).toMatchObject({ reason: 'confirmationSpent' });
    const late = await bench.nonce(at.who, at.dockOID, 'startJob');
    bench.clock.move(limits.command.challengeLife);
    await bench.leases.take(bench.target(at.dockOID), bench.by(at.who), at.tabId);
    hearDock(bench, at.link);
    const now = await bench.leases.get(at.dockOID, 'flight', at.who);
    expect(await start(at, { nonce: late, epoch: now.epoch })).toMatchObject({ reason: 'confirmationSpent' });
  });
});

describe('whoever takes control over', () => {
  it('is told when the order that was under way has left, and not before', async () => {
    const at = await bench.ready();
    const broker = Promise.withResolvers<void>();
    const underWay = Promise.withResolvers<void>();
    bench.world.leaving = async () => {
      underWay.resolve();
      await broker.promise;
    };
    const started = start(at);
    await underWay.promise;
    let told = false;
    const taken = override(at).then(() => (told = true));
    await vi.waitFor(async () => {
      const { epoch } = await bench.leases.get(at.dockOID, 'flight', at.who);
      expect(epoch).toBe(at.epoch + 1);
    });
    expect(told).toBe(false);
    broker.resolve();
    await taken;
    expect(await started).toMatchObject({ status: 409, reason: 'controlHeld' });
    expect(bench.sentTo(at.dockOID)).not.toContain('flighttask_execute');
  });

  it('waits no longer than a claim lasts for a gateway that hangs', async () => {
    const at = await bench.ready();
    const underWay = Promise.withResolvers<void>();
    const broker = Promise.withResolvers<void>();
    bench.world.leaving = async () => {
      underWay.resolve();
      await broker.promise;
    };
    const started = start(at);
    await underWay.promise;
    bench.clock.move(limits.command.sendWithin + limits.broker.answer);
    const before = performance.now();
    await override(at);
    expect(performance.now() - before).toBeLessThan(1_000);
    broker.resolve();
    expect(await started).toMatchObject({ status: 409 });
  });
});

import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { limits, refusalStatus } from '@eyrie/domain';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { hearDock, hearDrone, type CommandBench } from '../../testing/command-bench.ts';
import {
  bench,
  flightOf,
  otherStart,
  override,
  run,
  start,
  stepRules,
  useCommandBench,
} from './command.fixture.ts';
import { commandByOid } from './command.store.ts';

useCommandBench();

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

  it('is made once, and each of its steps is a message of its own, the first known by the order', async () => {
    const at = await bench.ready();
    const made = vi.spyOn(bench.plans.startJob, 'steps');
    onTestFinished(() => made.mockRestore());
    const { record } = await start(at);
    expect(made).toHaveBeenCalledTimes(1);
    const [first, second] = bench.tidsTo(at.dockOID);
    expect(first).toBe((await commandByOid(bench.db, record.commandOID))?.tid);
    expect(second).toEqual(expect.any(String));
    expect(second).not.toBe(first);
  });

  it('is waited for at each of its steps by whoever takes over', async () => {
    const at = await bench.ready();
    const until: unknown[] = [];
    bench.world.leaving = async () => {
      const { rows } = await sql<{ until: Date | null }>`select sending_until as until from command
        where flight_oid = ${at.flightOID}::uuid`.execute(bench.db);
      until.push(rows[0]?.until?.getTime());
    };
    expect((await start(at)).status).toBe(200);
    const latest = bench.clock.wall() + limits.command.sendWithin + limits.broker.answer;
    expect(until).toEqual([latest, latest]);
  });

  it.each(stepRules)('is refused before it leaves when %s', async (_when, reason, happen) => {
    const at = await bench.ready();
    bench.beforeStep(0, () => happen(at));
    const answer = await start(at);
    expect(answer.reason).toBe(reason);
    expect(answer.status).toBe(refusalStatus[reason]);
    expect(answer.record).toMatchObject({ reason, state: reason === 'expired' ? 'expired' : 'failed' });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
    expect(await flightOf(at)).toMatchObject(reason === 'databaseDown' ? {} : { file_md5: null });
  });

  it.each(stepRules)(
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
      const flight = await flightOf(at);
      expect(flight.state === 'inFlight').toBe(reason === 'flightRunning' && _when.includes('in the air'));
      // What was found is kept for whoever looks at the flight later.
      if (reason === 'gateBlocked')
        expect(flight.gate).toContainEqual(expect.objectContaining({ verdict: 'failed', blocks: true }));
    },
  );

  it('is judged again when the database let it go for a deadlock, and has failed when that goes on', async () => {
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    for (const [times, status, sent] of [
      [2, 200, ['flighttask_prepare', 'flighttask_execute']],
      [99, 409, []],
    ] as const) {
      const at = await bench.ready();
      let left: number = times;
      bench.world.newFlightRefusal = async () => {
        left -= 1;
        if (left >= 0) throw deadlock;
        return null;
      };
      expect((await start(at)).status).toBe(status);
      expect(bench.sentTo(at.dockOID)).toEqual(sent);
    }
  });

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

  it('that never left is ended without a word to the dock, and all servers are told', async () => {
    const { who, ...at } = await bench.ready();
    const reported: string[] = [];
    await bench.database.connection.listen('command_changed', (oid) => void reported.push(oid));
    const nonce = await bench.nonce(who, at.dockOID, 'forceEndJob');
    const answer = await bench.order(who, { method: 'forceEndJob', ...at, nonce });
    expect(answer).toMatchObject({ status: 200, record: { state: 'succeeded' } });
    await vi.waitFor(() => expect(reported).toContain(answer.record.commandOID));
    expect(bench.sentTo(at.dockOID)).toEqual([]);
    expect(await flightOf({ who, ...at })).toMatchObject({ state: 'over', outcome: 'cancelled' });
  });
});

const refused = (error: Error): never => {
  throw Object.assign(error, { code: 'ECONNREFUSED' });
};

describe('an order', () => {
  it('that comes again is answered with its record, and sent once; another under its key is refused', async () => {
    const at = await bench.ready();
    const key = randomUUID();
    const answers = await Promise.all([start(at, { key }), start(at, { key })]);
    answers.push(await start(at, { key }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ record }) => record.commandOID)).size).toBe(1);
    expect(await start(at, { key, method: 'hover' })).toMatchObject({ status: 422, reason: 'keyReused' });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_execute']);
  });

  it('to begin a flight is refused at once where none may begin, with what is said of it', async () => {
    const at = await bench.ready();
    for (const [values, detail] of [
      [undefined, null],
      [{ until: 5 }, '{"until":5}'],
    ] as const) {
      bench.world.closed = new Refusal('maintenance', { values });
      const { reason, record } = await start(at);
      expect(reason).toBe('maintenance');
      expect(await commandByOid(bench.db, record.commandOID)).toMatchObject({ state: 'failed', detail });
      const rows = await bench.db
        .selectFrom('audit_log')
        .select('outcome')
        .where(sql`detail->>'commandOID'`, '=', record.commandOID)
        .execute();
      expect(rows).toEqual([{ outcome: 'failed' }]);
    }
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('that the dock refuses is taken all the same where its plan counts the code as done', async () => {
    const done = 514_999;
    bench.world.answer = async () => done;
    const plan = bench.plans.returnHome;
    for (const [countsAsAccepted, status] of [
      [undefined, 502],
      [(code: number) => code === done, 200],
      [(code: number) => code !== done, 502],
    ] as const) {
      const at = await bench.ready();
      hearDrone(bench, at.link, { mode_code: 5, elevation: 60 });
      hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
      Object.assign(bench.plans, {
        returnHome: { ...plan, ...(countsAsAccepted ? { countsAsAccepted } : {}) },
      });
      const answer = await bench
        .order(at.who, { dockOID: at.dockOID, method: 'returnHome', epoch: at.epoch })
        .finally(() => Object.assign(bench.plans, { returnHome: plan }));
      expect(answer.status).toBe(status);
    }
  });

  it('that no gateway could take is refused at once, whatever right its sender has', async () => {
    const at = await bench.ready();
    await run(`delete from gateway_claim where dock_oid = '${at.dockOID}'`);
    expect(await start(at)).toMatchObject({ reason: 'dockOffline', record: { state: 'failed' } });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('stays drafted while the database is away before its first step, and has failed when something else is wrong', async () => {
    const at = await bench.ready();
    const plan = bench.plans.startJob as { authorise: unknown };
    const { authorise } = plan;
    onTestFinished(() => void (plan.authorise = authorise));
    const read = Promise.withResolvers<void>();
    plan.authorise = async () => {
      read.resolve();
      refused(new Error('away'));
    };
    const key = randomUUID();
    const ordered = start(at, { key });
    await read.promise;
    // The gateway may judge before the caller has begun to wait: the clock moves until the wait is over.
    let answered = false;
    const answer = ordered.finally(() => (answered = true));
    await vi.waitUntil(() => {
      if (!answered)
        bench.clock.move(limits.command.ttlPrepare + limits.command.ackPrepare + limits.command.ack + 1_000);
      return answered;
    }, 10_000);
    expect(await answer).toMatchObject({ status: 409, reason: 'expired', record: { state: 'expired' } });
    const { rows } = await sql<{ outcome: string }>`select outcome from audit_log
      where correlation_id = ${(await answer).record.commandOID}`.execute(bench.db);
    expect(rows).toEqual([{ outcome: 'expired' }]);
    const again = await bench.ready();
    plan.authorise = async () => {
      throw new Error('something else');
    };
    expect(await start(again)).toMatchObject({
      status: 500,
      record: { state: 'failed', reason: 'internal' },
    });
  });

  it.each([
    ['databaseDown', () => refused(new Error('away'))],
    [
      'internal',
      () => {
        throw new Error('something else');
      },
    ],
  ])('is stopped at its second step when that cannot be judged: %s', async (reason, judge) => {
    const at = await bench.ready();
    bench.beforeStep(1, () => void (bench.world.newFlightRefusal = async () => judge()));
    expect(await start(at)).toMatchObject({ reason, record: { state: 'failed', reason } });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_undo']);
  });

  it('is left to whoever judged it while its message was on its way', async () => {
    const at = await bench.ready();
    const plan = bench.plans.startJob;
    const refusal = vi.spyOn(plan, 'refused');
    onTestFinished(() => refusal.mockRestore());
    bench.world.leaving = async () =>
      void (await run(`update command set state = 'unknown' where dock_oid = '${at.dockOID}'`));
    let asked = 0;
    bench.world.answers = async () => (asked += 1) > 0;
    expect(await start(at)).toMatchObject({ status: 504, record: { state: 'unknown' } });
    // Before and after the first message, and before the second.
    await vi.waitUntil(() => asked === 3);
    await setImmediate();
    expect(refusal).not.toHaveBeenCalled();
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare']);
  });
});

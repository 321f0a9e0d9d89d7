import { randomUUID } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { promised } from '@eyrie/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hearDock, hearDrone, type ReadyDock } from '../../testing/command-bench.ts';
import { NotClaimed } from './command.order.ts';
import { refuseByState } from './command.state-rules.ts';
import { bench, override, run, start, useCommandBench } from './command.fixture.ts';
import { commandByKey, commandByOid, notify } from './command.store.ts';

useCommandBench();

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

  it('of another member is in the way as long as it lasts, and no longer', async () => {
    const at = await bench.ready();
    const other = await bench.caller('gamma-administrator');
    const { dockOID, flightOID } = at;
    const tried = async () =>
      bench.order(other, {
        dockOID,
        flightOID,
        epoch: undefined,
        nonce: await bench.nonce(other, dockOID, 'startJob'),
      });
    const held = await tried();
    expect(held).toMatchObject({ reason: 'controlHeld' });
    expect(held.record.message).toContain(String(limits.lease.ttl / 1_000));
    bench.clock.move(limits.lease.ttl + 1);
    hearDock(bench, at.link);
    expect(await tried()).toMatchObject({ reason: 'controlMissing' });
  });

  it('is asked for where an order saves the aircraft, of whoever has no right to go without', async () => {
    const at = await bench.ready();
    await run(`delete from role_resource where resource = 'dock:emergency'`);
    try {
      hearDrone(bench, at.link, { mode_code: 5, elevation: 60 });
      hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
      const order = { dockOID: at.dockOID, method: 'returnHome' as const };
      expect(await bench.order(at.who, { ...order, epoch: 0 })).toMatchObject({ reason: 'controlLost' });
      expect(bench.sentTo(at.dockOID)).toEqual([]);
      expect(await bench.order(at.who, { ...order, epoch: at.epoch })).toMatchObject({ status: 200 });
    } finally {
      await run(
        `insert into role_resource select oid, 'dock:emergency' from role where first_key in ('operator', 'administrator')`,
      );
    }
  });

  it('of another member is not in the way of an order that saves the aircraft, by whoever may give one', async () => {
    const at = await bench.ready();
    const other = await bench.caller('gamma-administrator');
    hearDrone(bench, at.link, { mode_code: 5, elevation: 60 });
    hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
    const given = await bench.order(other, { dockOID: at.dockOID, method: 'returnHome', epoch: undefined });
    expect(given).toMatchObject({ status: 200 });
    expect(bench.sentTo(at.dockOID)).toEqual(['return_home']);
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

it('an order leaves a row of the audit log when it is authorised and one for its outcome, and none between', async () => {
  const at = await bench.ready();
  const answer = await start(at);
  const { rows } = await sql<{ outcome: string }>`select outcome from audit_log
    where action = 'command.startJob' and correlation_id = ${answer.record.commandOID} order by chain_seq`.execute(
    bench.db,
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['authorised', 'accepted']);
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
    let reported = false;
    const taken = override(at).then(() => (reported = true));
    await vi.waitFor(async () => {
      const { epoch } = await bench.leases.get(at.dockOID, 'flight', at.who);
      expect(epoch).toBe(at.epoch + 1);
    });
    expect(reported).toBe(false);
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
    expect(performance.now() - before).toBeLessThan(promised(1_000));
    broker.resolve();
    expect(await started).toMatchObject({ status: 409 });
  });
});

/** A dock whose aircraft flies, with an order that saves it. */
const flying = async () => {
  const at = await bench.ready();
  hearDrone(bench, at.link, { mode_code: 5, elevation: 60 });
  hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
  const order = { dockOID: at.dockOID, epoch: at.epoch, method: 'returnHome' } as const;
  return { ...at, home: (part: object = {}) => bench.order(at.who, { ...order, ...part }) };
};

describe('an order that saves the aircraft', () => {
  const silent = limits.command.stateFresh + 1;
  it.each<[string, boolean, (at: ReadyDock) => unknown]>([
    ['the aircraft stands in its dock', false, () => undefined],
    ['the dock alone says that it stands there', false, (at) => void (at.link.droneInTopology = false)],
    ['the dock left', true, (at) => void (at.link.session = false)],
    ['neither was heard of late', true, () => bench.clock.move(silent)],
    [
      'the dock was not heard of late',
      true,
      (at) => {
        bench.clock.move(silent);
        hearDrone(bench, at.link);
      },
    ],
    [
      'the aircraft was not heard of late and is not in its dock',
      true,
      (at) => {
        bench.clock.move(silent);
        hearDock(bench, at.link, { drone_in_dock: 0 });
      },
    ],
    [
      'the aircraft was not heard of late and stands in its dock',
      false,
      (at) => {
        bench.clock.move(silent);
        hearDock(bench, at.link);
      },
    ],
  ])('may leave only where nobody knows that nothing flies: %s, %s', async (_when, leaves, happen) => {
    const at = await bench.ready();
    await happen(at);
    const command = { method: 'returnHome' } as never;
    const judge = () =>
      refuseByState(
        { link: at.link, command, now: bench.clock.mono() },
        { plans: bench.plans, brokerUp: () => true },
      );
    if (leaves) expect(judge).not.toThrow();
    else expect(judge).toThrow('droneNotInFlight');
  });

  /** The log takes no row until the order waits for it, and what happens meanwhile has happened. */
  const whileTheLogIsBusy = (
    happen: () => unknown,
    ms: number = limits.command.sendWithin + 1,
  ): Promise<void> => {
    const over = Promise.withResolvers<void>();
    const hold = async (locked: () => void): Promise<void> =>
      bench.db.transaction().execute(async (trx) => {
        await sql`lock table audit_log in share mode`.execute(trx);
        locked();
        const waiting = sql`select 1 from pg_locks where not granted and relation = 'audit_log'::regclass`;
        await vi.waitFor(async () => expect((await waiting.execute(bench.db)).rows).toHaveLength(1));
        bench.clock.move(ms);
        await happen();
      });
    bench.world.answers = async () => {
      bench.world.answers = async () => true;
      await new Promise<void>((locked, failed) => {
        hold(locked).then(over.resolve, over.reject);
        over.promise.catch(failed);
      });
      return true;
    };
    return over.promise;
  };
  it.each([
    ['a slow database instead of failing', limits.command.sendWithin + 1],
    ['a database that takes its time', limits.command.sendWithin / 2 + 1],
    ['nothing', 0],
  ])('waits for %s, and whoever takes over waits for it', async (_what, ms) => {
    const at = await flying();
    const busy = ms > 0 ? whileTheLogIsBusy(() => undefined, ms) : Promise.resolve();
    let sendingUntil = 0;
    bench.world.leaving = async () => {
      const { rows } = await sql<{ until: Date }>`select sending_until as until from command
        where dock_oid = ${at.dockOID}::uuid`.execute(bench.db);
      sendingUntil = rows[0]?.until.getTime() ?? 0;
    };
    expect(await at.home()).toMatchObject({ status: 200 });
    await busy;
    expect(bench.sentTo(at.dockOID)).toEqual(['return_home']);
    expect(sendingUntil).toBe(bench.clock.wall() + limits.command.sendWithin + limits.broker.answer);
  });
  it.each<[string, string, (at: ReadyDock) => unknown]>([
    [
      'the session ended',
      'notSignedIn',
      (at) => run(`update session set ended_at = now() where oid = '${at.who.sessionOID}'`),
    ],
    ['messaging went down', 'brokerDown', () => void (bench.world.brokerUp = false)],
  ])('is judged again after such a wait: %s meanwhile', async (_what, reason, change) => {
    const at = await flying();
    const busy = whileTheLogIsBusy(() => change(at));
    expect(await at.home()).toMatchObject({ reason });
    await busy;
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('that no gateway takes goes past the database, for whoever is still there to want it', async () => {
    const rights = `delete from role_resource where resource = 'dock:emergency'`;
    const given = `insert into role_resource select oid, 'dock:emergency' from role where first_key in ('operator', 'administrator')`;
    for (const change of [
      null,
      (at: ReadyDock) => run(`update session set ended_at = now() where oid = '${at.who.sessionOID}'`),
      (at: ReadyDock) => run(`update dock set deleted_at = now() where oid = '${at.dockOID}'`),
      () => run(rights, given),
    ]) {
      const at = await flying();
      const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
      bench.world.answers = () => {
        asked.resolve();
        return held.promise;
      };
      const key = randomUUID();
      const ordered = at.home({ key }).catch((error: unknown) => error);
      await asked.promise;
      await change?.(at);
      const stored = await commandByKey(bench.db, at.who.memberOID, at.dockOID, key);
      // Its call looks again, as time goes by.
      const going = setInterval(() => {
        bench.clock.move(limits.command.pickedUpWithin / 2);
        void notify(bench.db, 'command_changed', stored?.oid ?? '');
      }, 20);
      const answer = await ordered.finally(() => clearInterval(going));
      held.resolve(false);
      if (change) expect(answer).toMatchObject({ status: 409, reason: 'expired' });
      else expect(answer).toBeInstanceOf(NotClaimed);
      bench.reset();
    }
  });

  it('that cannot be claimed because the database takes no writing goes past it at once', async () => {
    const full = `create function refuse_writing() returns trigger as
      $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$ language plpgsql`;
    const at = await flying();
    await run(full, 'drop function refuse_writing()');
    await run(
      `create trigger refuse_writing before update on command for each row execute function refuse_writing()`,
      'drop trigger refuse_writing on command',
    );
    // The clock stands: nothing but the word of the gateway ends the wait.
    await expect(at.home()).rejects.toBeInstanceOf(NotClaimed);
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('that went out by the other way already is not sent again', async () => {
    const at = await flying();
    bench.world.mayLeave = false;
    const key = randomUUID();
    const ordered = at.home({ key });
    await vi.waitFor(async () => {
      const stored = await commandByKey(bench.db, at.who.memberOID, at.dockOID, key);
      expect(stored?.state).toBe('authorised');
    });
    const going = setInterval(() => bench.clock.move(2_000), 20);
    await ordered.finally(() => clearInterval(going));
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });

  it('is unknown when the dock keeps silent, and accepted late when it answers after that', async () => {
    const at = await flying();
    const wait = globalThis.setTimeout;
    const quick = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((work, ms) => wait(work, ms === limits.command.ack ? 10 : ms));
    bench.world.answer = async () => null;
    const { status, record } = await at.home().finally(() => quick.mockRestore());
    expect([status, record.state, record.reason]).toEqual([504, 'unknown', 'deviceSilent']);
    const stored = await commandByOid(bench.db, record.commandOID);
    bench.gateway.replied(at.link, { tid: stored?.tid, bid: null, data: { result: 0 } } as never);
    await vi.waitFor(async () =>
      expect((await commandByOid(bench.db, record.commandOID))?.state).toBe('accepted_late'),
    );
  });

  it('waits for no gateway where it cannot go past one: a robot that nobody speaks to is refused at once', async () => {
    const at = await flying();
    Object.assign(at.link.dock, { kind: 'robot' });
    await run(`delete from gateway_claim where dock_oid = '${at.dockOID}'`);
    const answer = await at.home();
    expect(answer).toMatchObject({ status: 409, reason: 'dockOffline' });
    expect(answer.record.history.map(({ state }) => state)).toEqual(['failed']);
  });

  it.each([
    ['named by its method', true],
    ['named as an older release names it', false],
  ])('asks the broker once before its message and once after, %s', async (_how, named) => {
    const at = await flying();
    let asked = 0;
    bench.world.answers = async () => (asked += 1) > 0;
    const { drafted: carryOut } = bench.gateway;
    const drafted = vi.spyOn(bench.gateway, 'drafted');
    onTestFinished(() => drafted.mockRestore());
    if (!named) drafted.mockImplementation(({ dockOID, oid }) => carryOut({ dockOID, oid }));
    expect(await at.home()).toMatchObject({ status: 200 });
    expect([asked, bench.sentTo(at.dockOID)]).toEqual([2, ['return_home']]);
    bench.world.answers = async () => false;
    expect(await at.home()).toMatchObject({ reason: 'brokerDown' });
    expect(bench.sentTo(at.dockOID)).toEqual(['return_home']);
  });
});

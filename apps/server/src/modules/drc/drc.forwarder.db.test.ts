import { limits, type StickHolder } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../testing/caller.ts';
import { forward, saysDock, saysDrone } from './drc.fixture.ts';
import {
  account,
  around,
  begin,
  beginForwarding,
  centred,
  closed,
  closeForwarding,
  dismissed,
  dockOID,
  endForwarding,
  forget,
  forwarder,
  frame,
  dockSends,
  holder,
  last,
  link,
  of,
  openForwarding,
  pass,
  passLong,
  place,
  release,
  reports,
  reportsItself,
  rooms,
  says,
  sent,
  states,
  tabId,
  unlistened,
} from './drc.forwarder.fixture.ts';
import { createSticksWait } from './drc.handover.ts';
import { hasAccount, holderStands, saveAccount } from './drc.store.ts';

const { beat, sayEvery, lastFrame, askCameraEvery, verifyEvery } = limits.drc;

beforeAll(openForwarding);
afterAll(closeForwarding);
beforeEach(beginForwarding);
afterEach(endForwarding);

describe('a run of sticks', () => {
  it('begins with a report, and passes nothing before session, right and lease were looked at', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    around.listening = () => promise;
    forwarder.begin(link, holder, account);
    expect(last()).toMatchObject({ forwarding: true, endedBy: null, armed: false, passed: 0 });
    expect(states[0]?.to).toBe(tabId);
    reportsItself();
    frame();
    expect(of('stick_control')).toEqual([]);
    resolve();
    await until(
      'looked at',
      () => {
        pass(beat);
        frame();
        return of('stick_control').length;
      },
      Boolean,
    );
    expect(await forwarder.stateNow(dockOID)).toMatchObject({ holder, state: { armed: true } });
    expect(await forwarder.stateNow('other')).toBe(null);
  });

  it('sends frames with how long they count, and reports them no oftener than it must', async () => {
    await begin();
    forget();
    frame(forward);
    expect(sent.map(({ method, limit }) => [method, limit])).toEqual([
      [
        'stick_control',
        expect.objectContaining({ sn: 'D1', within: limits.drc.sticks.oldest, kind: 'moves' }),
      ],
    ]);
    expect(sent[0]?.data).toMatchObject({ pitch: 1684 });
    expect(states).toEqual([]);
    // What is bounded meanwhile is reported at once.
    saysDrone(link, { height_limit: 61 }, rooms.clock.mono());
    await until(
      'regions were read',
      () => {
        pass(beat);
        frame({ ...centred, throttle: 1 });
        return last()?.clipped.length;
      },
      Boolean,
    );
    expect(last()).toMatchObject({ clipped: ['height'], bounded: true });
    expect(sent.at(-1)?.data).toMatchObject({ throttle: 1024 });
    const count = states.length;
    rooms.clock.move(50);
    frame({ ...centred, throttle: 1 });
    expect(states).toHaveLength(count);
  });

  it('is reported twice a second, and centres what falls silent', async () => {
    await begin();
    frame(forward);
    forget();
    pass(sayEvery * 2);
    expect(states.length).toBeGreaterThanOrEqual(1);
    expect(states.length).toBeLessThanOrEqual(3);
    expect(of('stick_control').map(({ data }) => data?.['pitch'])).toEqual([1024]);
    expect(of('stick_control')[0]?.limit?.within).toBeLessThanOrEqual(200);
    expect(reports.length).toBeGreaterThan(4);
  });

  it('stops at once by whoever flies, and writes that down', async () => {
    await begin();
    forget();
    says({ kind: 'stop', dockOID, ...holder, epoch: holder.epoch - 1 });
    expect(sent).toEqual([]);
    says({ kind: 'stop', dockOID, ...holder });
    expect(sent.map(({ method, limit }) => [method, limit])).toEqual([
      ['drone_emergency_stop', expect.objectContaining({ within: limits.drc.orderLife, kind: 'stops' })],
    ]);
    expect(last()).toMatchObject({ armed: false });
    const rows = () =>
      rooms.db.selectFrom('audit_log').select('outcome').where('action', '=', 'drc.stop').execute();
    // Silence of the dock is not success.
    expect(await until('written down', rows, ({ length }) => length > 0)).toEqual([{ outcome: 'sent' }]);
    expect(last()?.stop).toEqual({ count: 1, result: null, state: 'sent' });
    await passLong(limits.drc.orderAnswer + beat * 2);
    expect(last()?.stop?.state).toBe('unknown');
    dockSends('drone_emergency_stop', { result: 0 });
    expect(last()?.stop).toEqual({ count: 1, result: 0, state: 'accepted' });
    await until('all written down', rows, ({ length }) => length === 3);
  });

  it('counts a frame that the broker did not take as dropped, and does not know of a stop', async () => {
    await begin();
    const state = async () => (await forwarder.stateNow(dockOID))?.state;
    pass(beat);
    frame(forward);
    const before = await state();
    around.taken = () => Promise.reject(new Error('the broker is away'));
    pass(beat);
    frame(forward);
    await until('dropped', state, (one) => one?.fault === 'notForwarded');
    expect(await state()).toMatchObject({ passed: before?.passed, dropped: (before?.dropped ?? 0) + 1 });
    says({ kind: 'stop', dockOID, ...holder });
    await until('unknown', state, (one) => one?.stop?.state === 'unknown');
    // Nobody was sent a message of this name.
    forwarder.noticed({ sn: link.dock.sn, ref: 'another/order/1', outcome: 'dropped' });
    expect((await state())?.stop).toEqual({ count: 1, result: null, state: 'unknown' });
  });

  it('lands by two steps, each answered, and sends the second alone', async () => {
    await begin();
    forget();
    const answer = () => states.findLast((one) => one.answer)?.answer;
    says({ kind: 'askLanding', dockOID, ...holder, landing: 'force' });
    const asked = await until('answered', answer, Boolean);
    expect(asked).toMatchObject({ landing: 'force', fault: null });
    expect(sent).toEqual([]);
    states.length = 0;
    says({ kind: 'land', dockOID, ...holder, landing: 'force', nonce: asked?.nonce ?? '' });
    expect(await until('answered', answer, Boolean)).toEqual({ landing: 'force', nonce: null, fault: null });
    expect(sent.map(({ method }) => method)).toEqual(['drc_force_landing']);
    says({ kind: 'land', dockOID, ...holder, landing: 'force', nonce: asked?.nonce ?? '' });
    await until('answered', answer, (one) => one?.fault === 'landingRuns');
    expect(of('drc_force_landing')).toHaveLength(1);
  });
});

describe('the end of a run', () => {
  it('comes with its lease, and closes link and account', async () => {
    await begin();
    dockSends('hsi_info_push', { down_distance: 12_000 });
    pass(beat * 2);
    await release();
    await until(
      'ended',
      () => {
        pass(beat);
        return last()?.endedBy;
      },
      Boolean,
    );
    expect(last()).toMatchObject({ endedBy: 'controlGone', forwarding: false });
    await forwarder.closed(dockOID);
    expect(closed).toEqual([{ sn: 'D1', by: holder.memberOID }]);
    expect([dismissed, await hasAccount(rooms.db, dockOID)]).toEqual([['D1'], false]);
    expect([link.sticks, unlistened, reports.at(-1)?.open]).toEqual([null, 1, false]);
    const count = sent.length;
    frame(forward);
    dockSends('osd_info_push', place);
    pass(sayEvery * 2);
    expect([sent.length, link.sticks, await forwarder.stateNow(dockOID)]).toEqual([count, null, null]);
  });

  it('that its dock brought about, or whoever flies, is no reason to have the dock close its link', async () => {
    await begin();
    forwarder.end(dockOID, 'left');
    await forwarder.closed(dockOID);
    expect([closed, dismissed, last()?.endedBy]).toEqual([[], ['D1'], 'left']);
    forwarder.end(dockOID, 'left');
    expect(states.filter(({ state }) => state.endedBy)).toHaveLength(1);
  });

  it('leaves the account and the link of whoever has entered since alone', async () => {
    await begin();
    await saveAccount(rooms.db, dockOID, Buffer.from('next'), new Date(rooms.clock.wall() + 60_000));
    forwarder.end(dockOID, 'controlGone');
    await forwarder.closed(dockOID);
    expect([closed, dismissed, await hasAccount(rooms.db, dockOID)]).toEqual([[], [], true]);
  });

  it.each(['unverified', 'linkLost', 'landed'] as const)('as %s has the dock close its link', async (why) => {
    await begin();
    forwarder.end(dockOID, why);
    await forwarder.closed(dockOID);
    expect(closed).toHaveLength(1);
  });

  it('of a dock that has gone to another gateway closes no link', async () => {
    await begin();
    around.there = null;
    pass(beat, { silent: true });
    expect(last()?.endedBy).toBe('gatewayLeft');
    await forwarder.closed(dockOID);
    expect([closed, dismissed]).toEqual([[], ['D1']]);
  });

  it('comes where its frames cannot be received', async () => {
    around.listening = () => Promise.reject(new Error('no broker'));
    forwarder.begin(link, holder, account);
    await until(
      'ended',
      () => last()?.endedBy,
      (why) => why === 'gatewayLeft',
    );
    expect(unlistened).toBe(0);
  });

  it('stops what was only beginning to listen', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    around.listening = () => promise;
    forwarder.begin(link, holder, account);
    forwarder.end(dockOID, 'left');
    expect(unlistened).toBe(0);
    resolve();
    await until(
      'left alone',
      () => unlistened,
      (count) => count === 1,
    );
  });

  it('comes for all with the gateway, which then looks at nothing any more', async () => {
    await begin();
    const timers = vi.getTimerCount();
    forwarder.stop();
    expect(last()?.endedBy).toBe('gatewayLeft');
    // Without a run the loop finds nothing to say: that it is over shows by its timer alone.
    expect(vi.getTimerCount()).toBe(timers - 1);
    const count = states.length;
    pass(sayEvery * 2);
    expect(states).toHaveLength(count);
  });

  it('comes before a new run of the same dock', async () => {
    await begin();
    forwarder.begin(link, { ...holder, epoch: holder.epoch + 1 }, account);
    expect(states.map(({ state }) => state.endedBy).filter(Boolean)).toEqual(['left']);
    expect(last()).toMatchObject({ endedBy: null, passed: 0 });
  });
});

describe('a change of control', () => {
  it('ends what flies under an earlier number, and waits for its last frame to leave the broker', async () => {
    await begin();
    expect(await forwarder.stateNow(dockOID, holder.epoch)).toMatchObject({ holder });
    const { promise, resolve } = Promise.withResolvers<void>();
    around.acknowledged = () => promise;
    let answered = false;
    const asked = forwarder.stateNow(dockOID, holder.epoch + 1).then((now) => {
      answered = true;
      return now;
    });
    expect(last()?.endedBy).toBe('controlGone');
    await forwarder.closed(dockOID);
    expect(answered).toBe(false);
    resolve();
    expect(await asked).toBe(null);
  });

  it('waits no longer than a broker that answers takes', async () => {
    await begin();
    around.acknowledged = () => new Promise(() => undefined);
    const from = performance.now();
    expect(await forwarder.stateNow(dockOID, holder.epoch + 1)).toBe(null);
    expect(performance.now() - from).toBeGreaterThan(lastFrame * 0.9);
  });

  it('asks a gateway where a dock has an account, and of flight alone', async () => {
    const asked: [string, number | undefined][] = [];
    const wait = createSticksWait(rooms.runtime, async (oid, epoch) => {
      asked.push([oid, epoch]);
      return null;
    });
    await wait(dockOID, 'payload', 9);
    expect(asked).toEqual([]);
    await wait(dockOID, 'flight', 9);
    expect(asked).toEqual([[dockOID, 9]]);
    await sql`delete from drc_account`.execute(rooms.db);
    await wait(dockOID, 'flight', 9);
    expect(asked).toHaveLength(1);
  });
});

describe('a dock', () => {
  it('is asked for its camera until it reports it, and no oftener than it may answer', async () => {
    await begin();
    const asked = () => of('drc_initial_state_subscribe');
    expect(asked().map(({ limit }) => limit)).toEqual([{ sn: 'D1', within: askCameraEvery }]);
    const before = rooms.clock.mono();
    await passLong(askCameraEvery - 400);
    expect(asked()).toHaveLength(1);
    await passLong(500);
    expect([asked().length, rooms.clock.mono() - before, last()?.endedBy]).toEqual([
      2,
      askCameraEvery + 100,
      null,
    ]);
    dockSends('drc_camera_state_push', { payload_index: '81-0-0', camera_state: {} });
    await passLong(askCameraEvery + 500);
    expect([asked().length, last()?.endedBy]).toEqual([2, null]);
  });

  it('whose model does not know the question is not asked', async () => {
    link.dock = { ...link.dock, model: '3-1-0' };
    await begin();
    pass(beat * 2);
    expect(of('drc_initial_state_subscribe')).toEqual([]);
  });

  it('that says its link has closed ends the run, without being asked to close it', async () => {
    await begin();
    saysDock(link, { drc_state: 2 }, rooms.clock.mono());
    pass(beat);
    saysDock(link, { drc_state: 0 }, rooms.clock.mono());
    pass(beat);
    expect(last()?.endedBy).toBe('dockEnded');
    await forwarder.closed(dockOID);
    expect(closed).toEqual([]);
  });
});

describe('whoever flies', () => {
  it('stands by member, session, tab and number of the lease, and as long as it lasts', async () => {
    const stands = (differs: Partial<StickHolder> = {}, now = rooms.clock.wall()) =>
      holderStands(rooms.db, dockOID, { ...holder, ...differs }, now);
    const other = '00000000-0000-4000-8000-000000000000';
    expect(await stands()).toBe(true);
    expect(await stands({ memberOID: other })).toBe(false);
    expect(await stands({ sessionOID: other })).toBe(false);
    // Another session of the same member has the right, and not the lease.
    const elsewhere = await rooms.session.authenticate(await rooms.tokenOf('theta-operator'));
    expect(elsewhere?.memberOID).toBe(holder.memberOID);
    expect(await stands({ sessionOID: elsewhere?.sessionOID ?? '' })).toBe(false);
    expect(await stands({ tabId: 'other' })).toBe(false);
    expect(await stands({ epoch: holder.epoch + 1 })).toBe(false);
    expect(await stands({}, rooms.clock.wall() + limits.lease.ttl)).toBe(false);
    const enabled = (is: boolean) =>
      sql`update member set enabled = ${is} where oid = ${holder.memberOID}::uuid`.execute(rooms.db);
    await enabled(false);
    expect(await stands()).toBe(false);
    await enabled(true);
    expect(await stands()).toBe(true);
  });

  it('is looked at twice a second, whether they send frames or not', async () => {
    await begin();
    pass(verifyEvery);
    around.looks = 0;
    pass(verifyEvery * 2);
    expect(around.looks).toBe(2);
  });

  it('whom nobody can look at flies no longer than that may take', async () => {
    await begin();
    // No answer arrives while the loop alone runs.
    pass(limits.drc.sticks.verifiedWithin + verifyEvery);
    expect(last()?.endedBy).toBe('unverified');
  });
});

import { centredSticks, isLanding, limits, noLanding, verified, type Sticks } from '@eyrie/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DockLink } from '../dock/index.ts';
import {
  begin,
  flownLink,
  flownRun,
  frameSaid,
  handClock,
  holder,
  saysDock,
  saysDrone,
  type HandClock,
} from './drc.fixture.ts';
import { endOf, isHolder, isStale, letTimePass, passFrame, stopMotion } from './drc.frames.ts';
import { recordSent } from './drc.outcomes.ts';
import type { DrcRun } from './drc.run.ts';

interface Text {
  seq: number;
  method: string;
  data: Record<string, number> | null;
}
const readAll = ({ texts }: { texts: readonly string[] }): Text[] =>
  texts.map((text) => JSON.parse(text) as Text);
const stateOf = (result: number | null) =>
  result === null ? ('sent' as const) : result === 0 ? ('accepted' as const) : ('rejected' as const);
const landing = (result: number | null) => ({
  ...noLanding,
  ordered: { landing: 'force' as const, result, state: stateOf(result) },
});

let clock: HandClock;
let link: DockLink;
let run: DrcRun;
beforeEach(() => {
  clock = handClock();
  link = flownLink();
  run = flownRun(link);
});

/** A frame arrives so many ms after everything began, `age` ms after its sticks were read. */
const arrives = (at: number, seq: number, differs: Parameters<typeof frameSaid>[2] = {}, age = 0) => {
  const now = clock.to(at);
  // The server's time is another than its monotonic clock.
  const serverNow = now + 5_000_000;
  return passFrame(run, frameSaid(seq, serverNow - age, differs), link, clock, serverNow);
};
const armed = (): void => void arrives(0, 0, { sticks: centredSticks });

describe('a frame that arrives', () => {
  it('goes on as it was held, numbered, with a heartbeat once a second and not more often', () => {
    const first = arrives(0, 0, { sticks: centredSticks });
    expect(readAll(first)).toEqual([
      { seq: 1, method: 'stick_control', data: { roll: 1024, pitch: 1024, throttle: 1024, yaw: 1024 } },
      { seq: 2, method: 'heart_beat', data: { timestamp: clock.wall() } },
    ]);
    expect(readAll(arrives(100, 1))).toEqual([
      { seq: 3, method: 'stick_control', data: { roll: 1024, pitch: 1684, throttle: 1024, yaw: 1024 } },
    ]);
    expect(run).toMatchObject({ passed: 2, dropped: 0, fault: null });
  });

  it('counts at its dock for as long as it would have counted here', () => {
    armed();
    expect(arrives(100, 1).within).toBe(limits.drc.sticks.oldest);
    expect(arrives(200, 2, {}, 70).within).toBe(limits.drc.sticks.oldest - 70);
    const old = arrives(300, 3, {}, limits.drc.sticks.oldest + 1);
    expect(old).toEqual({ texts: [], within: null });
    expect(run).toMatchObject({ passed: 3, dropped: 1, fault: 'tooOld' });
  });

  it('counts less by what it took to be made', () => {
    armed();
    const now = clock.to(100);
    const slow = {
      mono: clock.mono,
      wall: () => {
        clock.to(130);
        return clock.wall();
      },
    };
    expect(passFrame(run, frameSaid(1, now), link, slow, now).within).toBe(limits.drc.sticks.oldest - 30);
  });

  it('of whose right nobody has looked at moves nothing, nor keeps the link alive', () => {
    run.confirmed = false;
    expect(arrives(0, 0, { sticks: centredSticks }).texts).toEqual([]);
    expect(run).toMatchObject({ passed: 0, dropped: 1, fault: 'unverified' });
    expect(run.watchdog).toMatchObject({ armed: false, seq: -1 });
  });

  it('moves nothing while nobody knows what the aircraft does; centred it goes on', () => {
    armed();
    const { stale } = limits.drc;
    expect([isStale(run, begin + stale), isStale(run, begin + stale + 1)]).toEqual([false, true]);
    expect(isStale({ ...run, heardAt: null }, begin)).toBe(true);
    run.heardAt = begin - stale;
    expect(arrives(100, 1).texts).toEqual([]);
    expect(run).toMatchObject({ dropped: 1, fault: 'stateStale' });
    expect(readAll(arrives(200, 2, { sticks: centredSticks }))).toHaveLength(1);
  });

  it.each([
    ['another tab', { tabId: 'other' }, 'otherHolder'],
    ['another session', { sessionOID: 'other' }, 'otherHolder'],
    ['another member', { memberOID: 'other' }, 'otherHolder'],
    ['the epoch before', { epoch: 6 }, 'oldEpoch'],
    ['the epoch after', { epoch: 8 }, 'oldEpoch'],
  ])('of %s is dropped, and named', (_, differs, fault) => {
    armed();
    expect(arrives(100, 1, differs).texts).toEqual([]);
    expect(run).toMatchObject({ passed: 1, dropped: 1, fault });
    expect(readAll(arrives(100, 1))).toHaveLength(1);
  });

  it('while the aircraft lands brings a heartbeat alone, and deflected not even that', () => {
    armed();
    run.landing = landing(0);
    run.watchdog = { ...run.watchdog, heartbeatAt: null };
    expect(arrives(100, 1).texts).toEqual([]);
    expect(run.fault).toBe('landing');
    expect(readAll(arrives(200, 2, { sticks: centredSticks })).map(({ method }) => method)).toEqual([
      'heart_beat',
    ]);
    expect(run.watchdog.armed).toBe(false);
    // The device has refused it: sticks count again, once they were centred.
    run.landing = landing(319_000);
    expect(arrives(300, 3).texts).toEqual([]);
    expect(run.fault).toBe('notCentred');
    expect(readAll(arrives(400, 4, { sticks: centredSticks }))[0]?.method).toBe('stick_control');
    expect(readAll(arrives(500, 5))).toHaveLength(1);
  });

  it('is bounded by the height limit where that is known, and says so', () => {
    const up: Sticks = { ...centredSticks, throttle: 1 };
    saysDrone(link, { height_limit: 61 }, begin);
    run.place = { lng: 54, lat: 24, height: 160, head: 0 };
    run.regions = [];
    armed();
    expect(run).toMatchObject({ bounded: true, clipped: [] });
    expect(readAll(arrives(100, 1, { sticks: up }))[0]?.data).toMatchObject({ throttle: 1024 });
    expect(run.clipped).toEqual(['height']);
    const down: Sticks = { ...centredSticks, throttle: -1 };
    expect(readAll(arrives(200, 2, { sticks: down }))[0]?.data).toMatchObject({ throttle: 364 });
    expect(run.clipped).toEqual([]);
    run.regions = null;
    expect(readAll(arrives(300, 3, { sticks: up }))[0]?.data).toMatchObject({ throttle: 1684 });
    expect(run.bounded).toBe(false);
  });
});

describe('time without a frame', () => {
  it('brings one centred frame, which counts as long as the aircraft would wait for it', () => {
    armed();
    arrives(100, 1);
    const { centreAfter, silentAfter } = limits.drc.sticks;
    expect(letTimePass(run, begin + 100 + centreAfter - 1).texts).toEqual([]);
    const sent = letTimePass(run, begin + 100 + centreAfter + 20);
    expect(sent.within).toBe(silentAfter - centreAfter - 20);
    expect(readAll(sent)).toEqual([
      { seq: 4, method: 'stick_control', data: { roll: 1024, pitch: 1024, throttle: 1024, yaw: 1024 } },
    ]);
    expect(letTimePass(run, begin + 100 + centreAfter + 40).texts).toEqual([]);
    expect(run.seq).toBe(4);
  });

  it('brings nothing into a landing', () => {
    armed();
    run.landing = landing(null);
    expect(letTimePass(run, begin + 350).texts).toEqual([]);
    expect(run.watchdog.centred).toBe(true);
  });

  it('ends what nobody could look at', () => {
    armed();
    const over = begin + limits.drc.sticks.verifiedWithin + 1;
    expect(letTimePass(run, over)).toEqual({ texts: [], within: null });
    expect(run.watchdog.endedAt).toBe(over);
  });
});

describe('the stop of all motion', () => {
  it('goes out at once, locks the sticks and cancels a landing that has not left', () => {
    armed();
    run.landing = landing(0);
    const sent = stopMotion(run, holder, begin);
    expect(sent).toMatchObject({ within: limits.drc.orderLife, kind: 'stops' });
    expect(readAll(sent)).toEqual([{ seq: 3, method: 'drone_emergency_stop', data: null }]);
    expect(run.landing).toEqual(noLanding);
    expect(arrives(100, 1).texts).toEqual([]);
    expect(run.fault).toBe('notCentred');
  });

  it('leaves a landing under way until the device has it', () => {
    armed();
    run.landing = landing(0);
    recordSent(run, 2, 'force', begin);
    stopMotion(run, holder, begin);
    expect(isLanding(run.landing)).toBe(true);
  });

  it.each(['memberOID', 'sessionOID', 'tabId'] as const)('of another %s stops nothing', (key) => {
    armed();
    const other = { ...holder, [key]: 'other' };
    expect([isHolder(run, holder), isHolder(run, other)]).toEqual([true, false]);
    expect(stopMotion(run, other, begin).texts).toEqual([]);
    expect(run.watchdog.armed).toBe(true);
  });

  it('of another epoch, or once it has ended, stops nothing', () => {
    armed();
    expect(stopMotion(run, { ...holder, epoch: 6 }, begin).texts).toEqual([]);
    run.watchdog = verified(run.watchdog, false, begin);
    expect(stopMotion(run, holder, begin).texts).toEqual([]);
  });
});

describe('frames are passed on until', () => {
  const { lost, firstState } = limits.drc;
  const end = (ms = 0) => endOf(run, link, begin + ms);

  it('its gateway has the dock no longer', () => {
    expect([end(), endOf(run, null, begin)]).toEqual([null, 'gatewayLeft']);
  });

  it('lease, session or right are gone, or nobody could look for too long', () => {
    run.watchdog = verified(run.watchdog, false, begin + 400);
    expect(end(400)).toBe('controlGone');
    expect(end(limits.drc.sticks.verifiedWithin)).toBe('controlGone');
    expect(end(limits.drc.sticks.verifiedWithin + 1)).toBe('unverified');
  });

  it('the dock says that its link has closed, once it was open', () => {
    saysDock(link, { drc_state: 0 }, begin);
    expect(end()).toBe(null);
    saysDock(link, { drc_state: 1 }, begin);
    expect(end()).toBe(null);
    saysDock(link, { drc_state: 0 }, begin);
    expect(end()).toBe(null);
    saysDock(link, { drc_state: 2 }, begin);
    expect(end()).toBe(null);
    saysDock(link, { drc_state: 0 }, begin);
    expect(end()).toBe('dockEnded');
  });

  it('the aircraft is silent; it has longer for its first word', () => {
    expect([end(lost), end(lost + 1)]).toEqual([null, 'linkLost']);
    run.heardAt = null;
    expect([end(firstState), end(firstState + 1)]).toEqual([null, 'linkLost']);
  });

  it('the aircraft has landed', () => {
    saysDrone(link, { mode_code: 0, elevation: 0 }, begin);
    expect(end()).toBe('landed');
  });
});

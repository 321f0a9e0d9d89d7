import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centredSticks, isCentred, stickFrame, type Sticks } from './stick-frame.ts';
import {
  beginWatchdog,
  passTime,
  receiveFrame,
  verified,
  type HeldFrame,
  type StickHolder,
  type WatchdogState,
} from './stick-watchdog.ts';

const holder: StickHolder = { memberOID: 'm', sessionOID: 's', tabId: 'tab', epoch: 7 };
const forward: Sticks = { ...centredSticks, pitch: 1 };
const frame = (seq: number, readAt: number, differs: Partial<HeldFrame> = {}): HeldFrame => ({
  ...holder,
  seq,
  readAt,
  sticks: forward,
  ...differs,
});
/** Armed at 0 by a centred frame, then forward at 100. */
const flying = (): WatchdogState => {
  const armed = receiveFrame(beginWatchdog(holder, 0), frame(0, 0, { sticks: centredSticks }), 0);
  return receiveFrame(armed.state, frame(1, 100), 100).state;
};

describe('frames of sticks', () => {
  it.each([
    ['fresh and in order', frame(2, 200), null],
    ['exactly 250 ms old', frame(2, -50), null],
    ['older than 250 ms', frame(2, -51), 'tooOld'],
    ['of a clock an hour ahead', frame(2, 3_600_200), 'fromFuture'],
    ['of no time at all', frame(2, Number.NaN), 'tooOld'],
    ['with the number before', frame(1, 200), 'outOfOrder'],
    ['with no number', frame(Number.NaN, 200), 'outOfOrder'],
    ['of the epoch before', frame(2, 200, { epoch: 6 }), 'oldEpoch'],
    ['of another tab', frame(2, 200, { tabId: 'other' }), 'otherHolder'],
    ['of another session', frame(2, 200, { sessionOID: 'other' }), 'otherHolder'],
    ['of another member', frame(2, 200, { memberOID: 'other' }), 'otherHolder'],
  ] as const)('%s', (_, one, fault) => {
    expect(receiveFrame(flying(), one, 200).fault).toBe(fault);
  });

  const corner: Sticks = { roll: 1, pitch: -1, throttle: -1, yaw: -1 };
  it.each([
    ['all four beyond half', corner, 'motorCorner'],
    ['in the opposite corner', { roll: -0.6, pitch: 0.6, throttle: 0.51, yaw: 0.6 }, 'motorCorner'],
    ['all four at half', { roll: 0.5, pitch: -0.5, throttle: -0.5, yaw: -0.5 }, null],
    ['three beyond half', { ...corner, yaw: 0 }, null],
  ] as const)('with sticks %s', (_, sticks, fault) => {
    const { fault: found, sent } = receiveFrame(flying(), frame(2, 200, { sticks }), 200);
    expect([found, sent.sticks]).toEqual([fault, fault ? null : sticks]);
  });

  it('in the corner of the motors are like silence: centred after 300 ms, and disarmed after 500', () => {
    let state = flying();
    for (const at of [200, 300, 390])
      state = receiveFrame(state, frame(at, at, { sticks: corner }), at).state;
    const centre = passTime(state, 400);
    expect(centre.sent.sticks).toEqual(centredSticks);
    expect(receiveFrame(centre.state, frame(600, 600), 600).fault).toBe('notCentred');
  });

  it('pass no corner of the motors, whatever came before', () => {
    const axis = fc.double({ min: -1, max: 1, noNaN: true });
    const sticks = fc.record({ roll: axis, pitch: axis, throttle: axis, yaw: axis });
    fc.assert(
      fc.property(fc.array(sticks, { minLength: 1, maxLength: 20 }), (all) => {
        let state = flying();
        all.forEach((one, at) => {
          const now = 200 + at * 100;
          const step = receiveFrame(state, frame(2 + at, now, { sticks: one }), now);
          state = step.state;
          const passed = step.sent.sticks;
          expect(passed !== null && Object.values(passed).every((value) => Math.abs(value) > 0.5)).toBe(
            false,
          );
        });
      }),
    );
  });

  it('pass only once the sticks were centred, and again after silence', () => {
    const fresh = beginWatchdog(holder, 0);
    expect(receiveFrame(fresh, frame(0, 0), 0).fault).toBe('notCentred');
    expect(receiveFrame(flying(), frame(2, 599), 599).fault).toBe(null);
    expect(receiveFrame(flying(), frame(2, 600), 600).fault).toBe('notCentred');
    expect(receiveFrame(flying(), frame(2, 600, { sticks: centredSticks }), 600).fault).toBe(null);
  });

  it.each([
    ['read just as far ahead as clocks may differ', frame(2, 250), 200, null],
    ['read further ahead', frame(2, 251), 200, 'fromFuture'],
    ['as close to the one before as frames may come', frame(2, 140), 140, null],
    ['closer to it', frame(2, 139), 139, 'tooOften'],
  ] as const)('%s', (_, one, now, fault) => {
    expect(receiveFrame(flying(), one, now).fault).toBe(fault);
  });

  it('move nothing once they were locked, however short the silence, nor before the first has passed', () => {
    const locked = { ...flying(), armed: false };
    expect(receiveFrame(locked, frame(2, 200), 200).fault).toBe('notCentred');
    const unflown = { ...beginWatchdog(holder, 0), armed: true };
    expect(receiveFrame(unflown, frame(0, 100), 100).fault).toBe('notCentred');
  });

  it('bring a heartbeat with the first, and then one a second', () => {
    let state = beginWatchdog(holder, 0);
    const beats: number[] = [];
    for (let at = 0; at <= 2_100; at += 100) {
      state = verified(state, true, at);
      const step = receiveFrame(state, frame(at, at, { sticks: centredSticks }), at);
      state = step.state;
      if (step.sent.heartbeat) beats.push(at);
    }
    expect(beats).toEqual([0, 1_000, 2_000]);
  });

  it('are refused by field beyond what a stick can say, and clipped by a little', () => {
    const of = (pitch: unknown) =>
      stickFrame.safeParse({ epoch: 1, seq: 1, at: 1, sticks: { ...centredSticks, pitch } });
    expect(of(1.02).data?.sticks.pitch).toBe(1);
    for (const bad of [Number.NaN, 1e9, -1e9, '1', null, Infinity, true, [0]])
      expect(of(bad).error?.issues[0]?.path).toEqual(['sticks', 'pitch']);
  });
});

describe('time without a frame', () => {
  it('sends one centred frame after 300 ms, and nothing more', () => {
    expect(passTime(flying(), 399).sent.sticks).toBe(null);
    const first = passTime(flying(), 400);
    expect(first.sent).toEqual({ sticks: centredSticks, heartbeat: false });
    for (const at of [401, 450, 600, 5_000]) expect(passTime(first.state, at).sent.sticks).toBe(null);
  });

  it('sends nothing where a stall of the process lasted beyond 500 ms', () => {
    const stalled = passTime(flying(), 600);
    expect(stalled.sent).toEqual({ sticks: null, heartbeat: false });
    expect(passTime(stalled.state, 601).sent.sticks).toBe(null);
  });

  it('ends for good with lease, session or right, and when nobody could look', () => {
    const lost = verified(flying(), false, 200);
    expect(receiveFrame(lost, frame(2, 200), 200).fault).toBe('ended');
    expect(passTime(lost, 450).sent.sticks).toBe(null);
    expect(verified(lost, true, 201).endedAt).toBe(200);
    expect(receiveFrame(flying(), frame(2, 1_501), 1_501).fault).toBe('unverified');
    expect(passTime(flying(), 1_500).state.endedAt).toBe(null);
    expect(passTime(flying(), 1_501).state.endedAt).toBe(1_501);
    expect(verified(flying(), true, 1_400).verifiedAt).toBe(1_400);
    expect([verified(lost, true, 201), verified(lost, false, 300)]).toEqual([lost, lost]);
  });

  it('counts from the last look, not from the first', () => {
    const looked = verified(flying(), true, 1_400);
    expect(receiveFrame(looked, frame(2, 2_900, { sticks: centredSticks }), 2_900).fault).toBe(null);
    expect(receiveFrame(looked, frame(2, 2_901, { sticks: centredSticks }), 2_901).fault).toBe('unverified');
    expect([passTime(looked, 2_900).state.endedAt, passTime(looked, 2_901).state.endedAt]).toEqual([
      null,
      2_901,
    ]);
  });

  it('counts from the last look, also where the answer to one before comes after it', () => {
    const looked = verified(verified(flying(), true, 1_400), true, 900);
    expect(looked.verifiedAt).toBe(1_400);
    expect(verified(looked, false, 1_000).endedAt).toBe(1_000);
  });

  it('centres nothing that never moved', () => {
    expect(passTime({ ...beginWatchdog(holder, 0), centred: false }, 400).sent.sticks).toBe(null);
  });
});

const step = fc.record({
  after: fc.integer({ min: 0, max: 700 }),
  kind: fc.constantFrom('frame', 'frame', 'frame', 'tick', 'stands', 'gone'),
  age: fc.oneof(fc.integer({ min: -60, max: 300 }), fc.constantFrom(Number.NaN, -3_600_000, 3_600_000)),
  ahead: fc.integer({ min: -2, max: 3 }),
  epoch: fc.constantFrom(6, 7, 7, 7, 8),
  tabId: fc.constantFrom('tab', 'tab', 'tab', 'other'),
  pitch: fc.constantFrom(0, 0, 0.5, 1),
});

describe('whatever happens', () => {
  it('no frame passes that is old, out of order or of another, none twice, and none after the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let state = beginWatchdog(holder, 0);
        let now = 0;
        let seq = 0;
        let passed: { at: number; seq: number } | null = null;
        let ownSince = 0;
        let beats = -Infinity;
        for (const one of steps) {
          now += one.after;
          const ended = state.endedAt !== null;
          if (one.kind === 'stands' || one.kind === 'gone')
            state = verified(state, one.kind === 'stands', now);
          else if (one.kind === 'tick') {
            const { state: next, sent } = passTime(state, now);
            state = next;
            expect(sent.heartbeat).toBe(false);
            if (!sent.sticks) continue;
            expect(isCentred(sent.sticks)).toBe(true);
            ownSince += 1;
            const silence = now - (passed?.at ?? -Infinity);
            expect([ended, ownSince, silence >= 300 && silence < 500]).toEqual([false, 1, true]);
          } else {
            seq += one.ahead;
            const sticks = { ...centredSticks, pitch: one.pitch };
            const { epoch, tabId, age } = one;
            const sentFrame = frame(seq, now - age, { epoch, tabId, sticks });
            const { state: next, sent } = receiveFrame(state, sentFrame, now);
            state = next;
            if (!sent.sticks) {
              expect(sent.heartbeat).toBe(false);
              continue;
            }
            expect([ended, epoch, tabId, age <= 250 && age >= -50]).toEqual([false, 7, 'tab', true]);
            expect(seq).toBeGreaterThan(passed?.seq ?? -1);
            if (now - (passed?.at ?? -Infinity) >= 500) expect(one.pitch).toBe(0);
            expect(now - (passed?.at ?? -Infinity)).toBeGreaterThanOrEqual(40);
            if (sent.heartbeat) {
              expect(now - beats).toBeGreaterThanOrEqual(1_000);
              beats = now;
            }
            passed = { at: now, seq };
            ownSince = 0;
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('lets 25 of a thousand frames a second pass', () => {
    let state = flying();
    let count = 0;
    for (let ms = 0; ms < 1_000; ms += 1) {
      const { state: next, fault } = receiveFrame(state, frame(2 + ms, 140 + ms), 140 + ms);
      state = next;
      if (!fault) count += 1;
    }
    expect(count).toBe(25);
  });
});

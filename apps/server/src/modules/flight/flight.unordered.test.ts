import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { DockLink } from '../dock/index.ts';
import { flightOID, linkOf, now, type Seen } from './flight.link.fixture.ts';
import { causedWithin, endedEarly, isLasting, unplannedMove, watchMove } from './flight.unordered.ts';

const moveOf = (seen: Seen, change: Partial<DockLink> = {}) =>
  unplannedMove(Object.assign(linkOf(seen), change), now);
const paused = { status: 'paused' } as const;
const last = { waypoint: 4 };

describe('what an aircraft does that its route does not ask for', () => {
  it.each<[string | null, Seen]>([
    [null, {}],
    ['returned', { mode: 'autoReturn' }],
    ['returned', { mode: 'autoLanding' }],
    ['returned', { mode: 'autoReturn', job: { reason: 1282 } }],
    ['halted', { job: paused }],
    ['halted', { job: { ...paused, reason: 1281 } }],
    ['byHand', { job: paused, reason: 4 }],
    ['byHand', { job: paused, reason: 18 }],
    ['byHand', { mode: 'autoReturn', reason: 18 }],
    // A cause that the device names, of the break or of its mode.
    [null, { job: { ...paused, reason: 4 } }],
    [null, { job: { ...paused, reason: 4 }, reason: 18 }],
    [null, { mode: 'autoReturn', job: { reason: 774 } }],
    [null, { mode: 'autoReturn', job: { reason: 774 }, reason: 4 }],
    [null, { mode: 'autoReturn', reason: 1 }],
    ['returned', { mode: 'autoReturn', reason: 5 }],
    ['halted', { job: paused, reason: 5 }],
    // Its route is flown to the end.
    [null, { mode: 'autoReturn', job: last }],
    [null, { mode: 'autoReturn', job: last, reason: 18 }],
    ['returned', { mode: 'autoReturn', job: { waypoint: 3 } }],
    // Flown by hand without a pause: the dock says it is on its route.
    [null, { reason: 18 }],
    [null, { mode: 'standby', speed: 0, job: paused }],
    [null, { job: null, mode: 'autoReturn' }],
  ])('is %s by %j', (move, seen) => {
    expect(moveOf(seen)).toBe(move);
  });

  it('is nothing of a flight that is not the one of the link', () => {
    expect(moveOf({ job: paused }, { flightOID: 'another' })).toBeNull();
  });
});

describe('a flight that ended', () => {
  const { job } = linkOf({});
  it.each([
    // A number says whether a person did it, whatever the outcome.
    [true, 'failed', '322281', 0],
    [false, 'failed', '321784', 0],
    [false, 'partly', '321784', 0],
    [false, 'cancelled', '-1', 0],
    [true, 'partly', 'partially_done', 4],
    [true, 'partly', null, null],
    [true, 'cancelled', null, null],
    [false, 'failed', 'x1', 0],
    [true, 'done', null, 3],
    [false, 'done', null, 4],
    [false, 'done', null, null],
    [false, 'failed', null, 0],
  ] as const)('early is %s for %s, reason %s, waypoint %s', (early, outcome, reason, waypoint) => {
    expect(endedEarly(job, { outcome, reason, waypoint })).toBe(early);
  });

  it('is not early where nobody knows how many waypoints there were', () => {
    expect(endedEarly(null, { outcome: 'done', reason: null, waypoint: 0 })).toBe(false);
    expect(
      endedEarly(linkOf({ job: { waypointCount: null } }).job, {
        outcome: 'done',
        reason: null,
        waypoint: 0,
      }),
    ).toBe(false);
  });
});

describe('a move that is watched', () => {
  it('lasts from when it began, of the same flight and kind', () => {
    const planned = watchMove(undefined, { flightOID, move: null, now: 1_000 });
    expect(planned).toEqual({ flightOID, move: null, since: 1_000, plannedAt: 1_000 });
    const begun = watchMove(planned, { flightOID, move: 'halted', now: 2_000 });
    expect(begun).toEqual({ flightOID, move: 'halted', since: 2_000, plannedAt: 1_000 });
    expect(watchMove(begun, { flightOID, move: 'halted', now: 3_000 })).toEqual(begun);
    expect(watchMove(begun, { flightOID, move: 'returned', now: 3_000 })).toEqual({
      ...begun,
      move: 'returned',
      since: 3_000,
    });
    expect(watchMove(begun, { flightOID: 'another', move: 'halted', now: 3_000 })).toEqual({
      flightOID: 'another',
      move: 'halted',
      since: 3_000,
      plannedAt: null,
    });
  });

  it('counts once it lasts, and what it did as planned never', () => {
    const watch = { flightOID, move: 'halted', since: 1_000, plannedAt: 900 } as const;
    const until = 1_000 + limits.flight.unorderedAfter;
    expect([isLasting(watch, until - 1), isLasting(watch, until)]).toEqual([false, true]);
    expect(isLasting({ ...watch, move: null }, until)).toBe(false);
  });

  it('may be caused by an order since it flew as planned and a little before, or since it began', () => {
    const watch = { flightOID, move: 'halted', since: 1_000, plannedAt: 900 } as const;
    expect(causedWithin(watch, 5_000)).toBe(4_100 + limits.command.resolveFor);
    expect(causedWithin({ ...watch, plannedAt: null }, 5_000)).toBeNull();
  });
});

import {
  isLanding,
  limits,
  noLanding,
  stoppingLanding,
  verified,
  type LandingFault,
  type StickHolder,
  type StickOrderState,
} from '@eyrie/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { begin, flownLink, flownRun, handClock, holder, type HandClock } from './drc.fixture.ts';
import { createLandings, stepLanding, type LandingStep } from './drc.landing.ts';
import { abandoned, answerOf, noticeOf, recordSent, refOf, stopOf, unanswered } from './drc.outcomes.ts';
import type { DrcRun } from './drc.run.ts';

let clock: HandClock;
let link: DockLink;
let run: DrcRun;
beforeEach(() => {
  clock = handClock();
  link = flownLink();
  run = flownRun(link);
  run.watchdog = { ...run.watchdog, armed: true };
});

const ask = (differs: Partial<StickHolder & { landing: 'force' | 'emergency' }> = {}): LandingStep => ({
  kind: 'askLanding',
  dockOID: 'dock',
  landing: 'force',
  ...holder,
  ...differs,
});
const land = (nonce: string, differs: Partial<StickHolder> = {}): LandingStep => ({
  ...holder,
  ...differs,
  kind: 'land',
  dockOID: 'dock',
  landing: 'force',
  nonce,
});
const step = (one: LandingStep, ms = 0, at: DockLink | null = link) => stepLanding(run, one, at, begin + ms);
const nonceNow = (): string => step(ask()).nonce ?? '';

describe('a landing by sticks', () => {
  it('is asked for by a nonce that moves nothing, and ordered by spending it, which locks the sticks', () => {
    const asked = step(ask());
    expect(asked).toEqual({ landing: 'force', nonce: expect.stringMatching(/^[\w-]{24}$/), fault: null });
    expect(run.watchdog.armed).toBe(true);
    expect(run.landing.ordered).toBe(null);
    expect(step(land(asked.nonce ?? ''))).toEqual({ landing: 'force', nonce: null, fault: null });
    expect(run.landing.ordered).toEqual({ landing: 'force', result: null, state: 'sent' });
    expect(run.watchdog.armed).toBe(false);
    expect(step(ask())).toEqual({ landing: 'force', nonce: null, fault: 'landingRuns' });
  });

  it('with a nonce that was guessed, spent or is old leaves the sticks as they are', () => {
    expect(step(land('guessed')).fault).toBe('nonceSpent');
    const nonce = nonceNow();
    run.heardAt = begin + limits.drc.landing.nonceLife;
    run.watchdog = { ...run.watchdog, verifiedAt: run.heardAt };
    expect(step(land(nonce), limits.drc.landing.nonceLife + 1).fault).toBe('nonceOld');
    expect(run.watchdog.armed).toBe(true);
    expect(run.landing.ordered).toBe(null);
  });

  const { verifiedWithin } = limits.drc.sticks;
  it.each([
    ['no gateway has the dock', 'ended', () => step(ask(), 0, null)],
    [
      'the run has ended',
      'ended',
      () => {
        run.endedBy = 'left';
        return step(ask());
      },
    ],
    [
      'control is gone',
      'ended',
      () => {
        run.watchdog = verified(run.watchdog, false, begin);
        return step(ask());
      },
    ],
    ['another tab asks', 'otherHolder', () => step(ask({ tabId: 'other' }))],
    ['it is asked under another epoch', 'otherHolder', () => step(ask({ epoch: 6 }))],
    ['its model has none', 'methodMissing', () => step(ask(), 0, flownLink(begin, '3-1-0'))],
    [
      'nobody has looked at session, right and lease',
      'unverified',
      () => {
        run.confirmed = false;
        return step(ask());
      },
    ],
    [
      'that was too long ago',
      'unverified',
      () => {
        run.heardAt = begin + verifiedWithin + 1;
        return step(ask(), verifiedWithin + 1);
      },
    ],
    ['nobody knows what the aircraft does', 'stateStale', () => step(ask(), limits.drc.stale + 1)],
  ] as const)('is refused where %s', (_, fault, tried) => {
    expect(tried()).toEqual({ landing: 'force', nonce: null, fault });
    expect(run.landing).toEqual(noLanding);
  });

  it('may be asked for as long as the last look counts', () => {
    run.heardAt = begin + verifiedWithin;
    expect(step(ask(), verifiedWithin).fault).toBe(null);
  });
});

/** A log that takes rows, or does not, when it is let. */
const openLog = (write: (entry: AuditEntry) => Promise<void> = () => Promise.resolve()) => {
  const written: AuditEntry[] = [];
  const later: AuditEntry[] = [];
  const sent: { texts: readonly string[]; within: number | null }[] = [];
  let there: DockLink | null = link;
  const audit = {
    write: async (_: unknown, entry: AuditEntry) => {
      await write(entry);
      written.push(entry);
    },
    enqueuePending: (entry: AuditEntry) => void later.push(entry),
  } as unknown as AuditLog;
  const db = { transaction: () => ({ execute: (work: (trx: unknown) => unknown) => work({}) }) };
  const runtime = { db, clock, log: createLog({ level: 'silent' }) } as unknown as Parameters<
    typeof createLandings
  >[0];
  const landings = createLandings(runtime, {
    audit,
    linkOf: () => there,
    send: (_, outgoing) => void sent.push(outgoing),
  });
  return { landings, written, later, sent, leave: () => (there = null) };
};
const ordered = (): void => {
  run.landing = { ...noLanding, ordered: { landing: 'force', result: null, state: 'sent' } };
};
const row = { groupRoot: 'root', dockOID: 'dock', memberOID: 'm', sessionOID: 's', leaseEpoch: 7 };
/** Lets what is due run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a landing that was ordered', () => {
  it('is written down before it is sent, once', async () => {
    ordered();
    const order: string[] = [];
    const { landings, written, sent, later } = openLog(async () => void order.push('row'));
    expect(await landings.land(run, 'force')).toBe(null);
    expect(order).toEqual(['row']);
    expect(written).toEqual([
      { ...row, action: 'drc.land', outcome: 'authorised', detail: { landing: 'force' } },
    ]);
    expect(sent.map(({ texts, within }) => [JSON.parse(texts[0] ?? ''), texts.length, within])).toEqual([
      [{ seq: 1, method: 'drc_force_landing', data: null }, 1, limits.drc.orderLife],
    ]);
    expect(later).toEqual([]);
    expect(run.landing.ordered).not.toBe(null);
  });

  it('is not sent where the log does not take it, and the sticks count again', async () => {
    ordered();
    const { landings, sent, later } = openLog(() => Promise.reject(new Error('no log')));
    expect(await landings.land(run, 'force')).toBe('notWritten');
    expect([sent, later, run.landing.ordered]).toEqual([[], [], null]);
  });

  it('is not sent once its dock is with another gateway', async () => {
    ordered();
    const { landings, sent, written, leave } = openLog();
    leave();
    expect(await landings.land(run, 'force')).toBe('ended');
    expect([sent, written, run.landing.ordered]).toEqual([[], [], null]);
  });

  const { writeWithin } = limits.drc.landing;
  const meanwhiles: [string, LandingFault | null, () => void][] = [
    ['the row took just as long as it may', null, (): void => void clock.to(writeWithin)],
    ['the row took longer', 'notWritten', (): void => void clock.to(writeWithin + 1)],
    ['its run has ended meanwhile', 'ended', (): void => void (run.endedBy = 'left')],
    [
      'control is gone meanwhile',
      'ended',
      (): void => void (run.watchdog = verified(run.watchdog, false, begin)),
    ],
  ];
  it.each(meanwhiles)('where %s: %s', async (_, fault, meanwhile) => {
    ordered();
    const { landings, sent, later } = openLog(async () => {
      meanwhile();
    });
    expect(await landings.land(run, 'force')).toBe(fault);
    expect(sent).toHaveLength(fault ? 0 : 1);
    // The row has it authorised: a second one failed.
    expect(later.map(({ action, outcome }) => [action, outcome])).toEqual(
      fault ? [['drc.land', 'failed']] : [],
    );
    expect(run.landing.ordered === null).toBe(fault !== null);
  });

  it('and stopped meanwhile is not sent, and leaves what was ordered since alone', async () => {
    ordered();
    const { landings, sent } = openLog(async () => ordered());
    const next = { landing: 'force', result: null, state: 'sent' };
    expect(await landings.land(run, 'force')).toBe('ended');
    expect([sent, run.landing.ordered]).toEqual([[], next]);
  });
});

describe('a stop', () => {
  it('is written down at most once a second, with who it was and when', async () => {
    const { landings, written } = openLog();
    const { stopRowEvery } = limits.drc;
    landings.stopped(run, `stop ${clock.wall()}`);
    const first = clock.wall();
    clock.to(stopRowEvery - 1);
    landings.stopped(run, `stop ${clock.wall()}`);
    await turn();
    expect(written).toEqual([{ ...row, action: 'drc.stop', outcome: 'sent', at: first }]);
    clock.to(stopRowEvery);
    landings.stopped(run, `stop ${clock.wall()}`);
    await turn();
    expect(written).toHaveLength(2);
  });

  it('is written down later where the log takes no row', async () => {
    const { landings, later } = openLog(() => Promise.reject(new Error('no log')));
    landings.stopped(run, `stop ${clock.wall()}`);
    await turn();
    expect(later).toEqual([{ ...row, action: 'drc.stop', outcome: 'sent', at: clock.wall() }]);
  });

  it('has what became of it written down after it, of those pressed at once after it only what differs', async () => {
    const { landings, written } = openLog();
    const [first, ...more] = [1, 2, 3, 4].map((seq) => {
      const stop = recordSent(run, seq, null, clock.mono());
      landings.stopped(run, stop.ref);
      return stop;
    });
    const become = (state: StickOrderState, stop = first): void =>
      landings.settled(run, stop ? [{ ...stop, state }] : []);
    become('failed');
    become('failed', more[0]);
    become('accepted', more[1]);
    become('accepted', more[2]);
    await turn();
    expect(written.map(({ outcome }) => outcome)).toEqual(['sent', 'failed', 'accepted']);
  });
});

describe('what became of a stop or a landing', () => {
  const answer = (kind: 'stop' | 'landing', result: number, seq: unknown = 'its own') =>
    answerOf(
      run,
      { kind, result, ...(kind === 'landing' ? { landing: 'force' } : {}) },
      { raw: { seq } },
      clock.mono(),
    );

  it('is what the device answers, by its number or in their order', () => {
    const [first, second] = [recordSent(run, 7, null, begin), recordSent(run, 9, null, begin)];
    expect(stopOf(run)).toEqual({ count: 2, result: null, state: 'sent' });
    // The answer to the first says nothing of the second.
    expect(answer('stop', 0)).toBe(first);
    expect(stopOf(run)?.state).toBe('sent');
    expect(answer('stop', 319_000, 9)).toBe(second);
    expect(stopOf(run)).toEqual({ count: 2, result: 319_000, state: 'rejected' });
    expect(answer('stop', 0)).toBe(null);
  });

  it('is unknown where the device stays silent, and what it answers after all still counts', () => {
    const stop = recordSent(run, 7, null, begin);
    expect(unanswered(run, begin + limits.drc.orderAnswer)).toEqual([]);
    expect(unanswered(run, begin + limits.drc.orderAnswer + 1)).toEqual([stop]);
    expect(stopOf(run)?.state).toBe('unknown');
    expect(answer('stop', 0)).toBe(stop);
    expect(stopOf(run)?.state).toBe('accepted');
  });

  it('is failed where the broker gave it to nobody, unknown where its connection ended, and no answer is to it then', () => {
    const dropped = recordSent(run, 7, null, begin);
    expect(noticeOf(run, { ref: dropped.ref, outcome: 'dropped' })).toBe(dropped);
    expect(stopOf(run)?.state).toBe('failed');
    const cut = recordSent(run, 8, null, begin);
    expect(noticeOf(run, { ref: cut.ref, outcome: 'cut' })).toBe(cut);
    expect(noticeOf(run, { ref: cut.ref, outcome: 'cut' })).toBe(null);
    expect(stopOf(run)?.state).toBe('unknown');
    expect(answer('stop', 0)).toBe(null);
    expect(noticeOf(run, { ref: 'of another run/order/8', outcome: 'dropped' })).toBe(null);
  });

  it('of a landing locks the sticks unless it never reached the device', () => {
    ordered();
    const lost = recordSent(run, 3, 'force', begin);
    noticeOf(run, { ref: lost.ref, outcome: 'cut' });
    expect([run.landing.ordered?.state, isLanding(run.landing)]).toEqual(['unknown', true]);
    ordered();
    const failed = recordSent(run, 4, 'force', begin);
    noticeOf(run, { ref: failed.ref, outcome: 'dropped' });
    expect([run.landing.ordered?.state, isLanding(run.landing)]).toEqual(['failed', false]);
  });

  it.each([
    ['accepted', 0, false],
    ['refused', 319_000, true],
  ] as const)('of a stop that is %s decides about the landing under way', (_, result, goesOn) => {
    ordered();
    const landing = recordSent(run, 3, 'force', begin);
    answer('landing', 0, 3);
    const stop = recordSent(run, 4, null, begin);
    run.landing = stoppingLanding(run.landing, run.running === landing);
    expect(isLanding(run.landing)).toBe(true);
    expect(answer('stop', result, 4)).toBe(stop);
    expect([isLanding(run.landing), run.running === landing]).toEqual([goesOn, goesOn]);
  });

  it('of a stop that was given to nobody leaves the landing, and of a lost one nobody knows', () => {
    ordered();
    recordSent(run, 3, 'force', begin);
    const [dropped, lost] = [recordSent(run, 4, null, begin), recordSent(run, 5, null, begin)];
    noticeOf(run, { ref: dropped.ref, outcome: 'dropped' });
    expect(isLanding(run.landing)).toBe(true);
    noticeOf(run, { ref: lost.ref, outcome: 'cut' });
    expect(isLanding(run.landing)).toBe(false);
  });

  it('of a stop is nothing of a landing that was ordered since', () => {
    ordered();
    recordSent(run, 3, 'force', begin);
    recordSent(run, 4, null, begin);
    const next = recordSent(run, 5, 'force', begin);
    answer('stop', 0, 4);
    expect([isLanding(run.landing), run.running]).toEqual([true, next]);
  });

  it('of a landing that was ordered before is nothing of the one that was ordered since', () => {
    ordered();
    const former = recordSent(run, 3, 'force', begin);
    run.landing = noLanding;
    step(land(nonceNow()));
    expect(answer('landing', 0)).toBe(former);
    expect(run.landing.ordered).toEqual({ landing: 'force', result: null, state: 'sent' });
  });

  it('of a frame that was given to nobody is that it was dropped', () => {
    run.passed = 3;
    noticeOf(run, { ref: refOf(run, 'frame', 5), outcome: 'dropped' });
    noticeOf(run, { ref: refOf(run, 'frame', 6), outcome: 'cut' });
    noticeOf(run, { ref: refOf({ id: 'other' }, 'frame', 7), outcome: 'dropped' });
    expect(run).toMatchObject({ passed: 2, dropped: 1, fault: 'notForwarded' });
  });

  it('is unknown where the run ends first', () => {
    const stop = recordSent(run, 7, null, begin);
    expect([abandoned(run), abandoned(run)]).toEqual([[stop], []]);
    expect(stop.state).toBe('unknown');
  });
});

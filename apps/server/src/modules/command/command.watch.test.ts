import { describe, expect, it } from 'vitest';
import { limits, type CommandState, type RefusalReason } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import type { CommandPlans, Observation } from './command.plan.ts';
import type { Command } from './command.store.ts';
import { createWatches } from './command.watch.ts';

const setUp = (state: CommandState, sentAt: number | null = null) => {
  let now = 1_000;
  let shown: Observation | null = null;
  const contests: boolean[] = [];
  const resolved: string[] = [];
  const observe = ({ contested }: { contested: boolean }): Observation | null => {
    contests.push(contested);
    return shown;
  };
  const plan = { refuse: () => null, steps: async () => [], observe };
  const watches = createWatches(
    { clock: { mono: () => now, wall: () => now }, serverTime: () => now } as unknown as Runtime,
    {
      plans: { returnHome: plan, undo: { ...plan, observe: undefined } } as unknown as CommandPlans,
      resolved: (_link, _command, to, { detail, reason }) =>
        resolved.push([to, detail, ...(reason ? [reason] : [])].join(' ')),
    },
  );
  const link = {
    dock: { oid: 'dock' },
    droneSnapshot: { osdAt: 1 },
    dockSnapshot: { osdAt: null },
  } as DockLink;
  const order = (oid: string, method = 'returnHome'): Command =>
    ({ oid, dockOID: 'dock', method, state, sentAt, history: [] }) as unknown as Command;
  watches.watch(order('c'));
  return {
    resolved,
    look: (of = link): void => watches.observe(of),
    show: (next: CommandState | null, firm = true): void => {
      shown = next && { state: next, firm };
    },
    showRefused: (reason: RefusalReason): void => {
      shown = { state: 'failed', firm: true, reason };
    },
    /** The aircraft sends its next state. */
    reported: (): void => {
      link.droneSnapshot = { ...link.droneSnapshot, osdAt: (link.droneSnapshot.osdAt ?? 0) + 1 };
    },
    /** The dock sends its next state. */
    lives: (): void => {
      link.dockSnapshot = { ...link.dockSnapshot, osdAt: now };
    },
    watch: (oid: string, method: string): void => watches.watch(order(oid, method)),
    has: watches.has,
    begin: (oid: string): (() => void) => watches.begun(order(oid)),
    contested: (): boolean => {
      watches.observe(link);
      return contests.at(-1) === true;
    },
    pass: (ms: number): void => {
      now += ms;
    },
    other: { dock: { oid: 'other' } } as DockLink,
  };
};

describe('a command whose outcome the dock has still to show', () => {
  it('is resolved by the dock’s own state, once, and never by another dock', () => {
    const at = setUp('accepted');
    at.show('succeeded');
    at.look(at.other);
    expect(at.resolved).toEqual([]);
    at.look();
    at.look();
    expect(at.resolved).toEqual(['succeeded observed']);
  });

  it('has failed for the reason that the dock’s state shows', () => {
    const at = setUp('accepted');
    at.showRefused('areasUnfit');
    at.look();
    expect(at.resolved).toEqual(['failed observed areasUnfit']);
  });

  it('is watched on after another of the same dock is no more', () => {
    const at = setUp('accepted');
    at.pass(1_000);
    at.watch('second', 'returnHome');
    at.pass(limits.command.resolveFor - 999);
    at.look();
    expect(at.resolved).toEqual(['unknown notConfirmed']);
    at.show('succeeded');
    at.look();
    expect(at.resolved).toEqual(['unknown notConfirmed', 'succeeded observed']);
  });

  it('is unknown when it was under way and its end was never seen: it does not stay under way', () => {
    const at = setUp('in_progress');
    at.pass(limits.command.resolveFor);
    at.look();
    expect(at.resolved).toEqual([]);
    at.pass(1);
    at.look();
    at.look();
    expect(at.resolved).toEqual(['unknown notConfirmed']);
  });

  it('is unknown when it was accepted and nothing came of it', () => {
    const at = setUp('accepted');
    at.pass(limits.command.resolveFor);
    at.look();
    expect(at.resolved).toEqual([]);
    at.pass(1);
    at.look();
    expect(at.resolved).toEqual(['unknown notConfirmed']);
    expect(at.has('c')).toBe(false);
  });

  it('is watched on while the dock shows it under way, and no more once it shows that nobody can know', () => {
    const at = setUp('accepted');
    at.show('in_progress');
    at.look();
    expect(at.resolved).toEqual(['in_progress observed']);
    expect(at.has('c')).toBe(true);
    at.show('unknown');
    at.look();
    expect(at.resolved).toEqual(['in_progress observed', 'unknown observed']);
    expect(at.has('c')).toBe(false);
  });

  it('is left to whoever waits for its answer as long as that has not come', () => {
    const at = setUp('sent');
    at.pass(limits.command.resolveFor + 1);
    at.look();
    expect(at.resolved).toEqual([]);
  });

  it('is not watched where no state of the dock shows it', () => {
    const at = setUp('accepted');
    expect(at.has('c')).toBe(true);
    at.watch('blind', 'undo');
    expect(at.has('blind')).toBe(false);
    at.pass(limits.command.resolveFor + 1);
    at.look();
    expect(at.resolved).toEqual(['unknown notConfirmed']);
  });

  it('is not explained, after a restart, by what the dock does an hour later', () => {
    const at = setUp('unknown', 1_000 - 3_600_000);
    at.show('succeeded');
    at.look();
    expect(at.resolved).toEqual([]);
  });

  it('makes no move that a command cannot make, and stays unknown when nobody ever shows', () => {
    const at = setUp('unknown');
    at.show('rejected');
    at.look();
    at.pass(limits.command.resolveFor + 1);
    at.look();
    expect(at.resolved).toEqual([]);
  });

  it('may still be carried out by a device that stands still, and not by one that has lived on since', () => {
    const at = setUp('unknown');
    at.pass(limits.command.resolveFor + 1);
    at.look();
    at.pass(3_600_000);
    at.look();
    expect(at.resolved).toEqual([]);
    for (let lived = 0; lived < limits.command.resolveFor; lived += 1_000) {
      at.lives();
      at.look();
      at.pass(1_000);
    }
    expect(at.resolved).toEqual([]);
    at.lives();
    at.look();
    at.look();
    expect(at.resolved).toEqual(['unknown notShown']);
  });

  it('is not resolved by what the aircraft shows for a moment', () => {
    const at = setUp('unknown');
    at.show('succeeded', false);
    at.look();
    at.look();
    at.show(null);
    at.reported();
    at.look();
    at.show('succeeded', false);
    at.look();
    expect(at.resolved).toEqual([]);
    at.reported();
    at.look();
    expect(at.resolved).toEqual(['succeeded observed']);
  });

  it('is contested by another of the same effect, until what that one did has passed', () => {
    const at = setUp('unknown');
    expect(at.contested()).toBe(false);
    const answered = at.begin('d');
    expect(at.contested()).toBe(true);
    answered();
    expect(at.contested()).toBe(true);
  });
});

import { commandRules, isFinal, limits, mayMove, type CommandState } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { dockAge, type DockLink } from '../dock/index.ts';
import { formBefore, readBefore, type Before } from './command.before.ts';
import type { CommandPlans } from './command.plan.ts';
import { createRivals } from './command.rivals.ts';
import type { Command } from './command.store.ts';

export interface WatchDependencies {
  plans: CommandPlans;
  /** The dock's own state shows what became of a command, or its time to show it is over. */
  resolved(link: DockLink, command: Command, to: CommandState, detail: string): void;
}

interface Watch {
  command: Command;
  before: Before | null;
  until: number;
  /** The state of the aircraft that first showed what may be of a moment, by its receipt. */
  firstShown: number | null;
  /** Since when the device speaks without a pause, after its time to show an outcome was over. */
  aliveSince: number | null;
}

/** Detail of an order without an answer whose device has lived on since, so that it does not lie there unread. */
export const notShown = 'notShown';

/** Commands whose outcome the dock has still to show. Read off its state; nothing is ever sent for it. */
export const createWatches = (runtime: Runtime, deps: WatchDependencies) => {
  const watches = new Map<string, Watch>();
  const rivals = createRivals(runtime.clock);

  const change = (link: DockLink, command: Command, to: CommandState, detail: string): void => {
    command.state = to;
    deps.resolved(link, command, to, detail);
  };

  /** Where an order stands by the dock's state; null while that shows nothing that would count. */
  const shownBy = (link: DockLink, watch: Watch, now: number): CommandState | null => {
    const { command, before } = watch;
    const contested = rivals.contest(command);
    const seen = deps.plans[command.method].observe?.({ link, command, now, before, contested }) ?? null;
    if (!seen || seen.firm) {
      watch.firstShown = null;
      return seen && seen.state;
    }
    const at = link.droneSnapshot.osdAt;
    watch.firstShown ??= at;
    return at !== null && watch.firstShown !== null && at > watch.firstShown ? seen.state : null;
  };

  /**
   * Nobody knows whether the device has it, perhaps still in its own buffer. It may carry it out until it has lived on
   * for as long as an outcome takes to show, and shown none.
   */
  const waitForSigns = (link: DockLink, watch: Watch, now: number): void => {
    const age = dockAge(link, now);
    const alive = age !== null && age <= limits.command.stateFresh;
    if (!alive) watch.aliveSince = null;
    else watch.aliveSince ??= now;
    if (watch.aliveSince === null || now - watch.aliveSince < limits.command.resolveFor) return;
    watches.delete(watch.command.oid);
    deps.resolved(link, watch.command, 'unknown', notShown);
  };

  return {
    /** From its sending until nobody waits for its answer: what it causes may be seen by the watch of another. */
    begun: (command: Command): (() => void) =>
      rivals.begun(command, formBefore(command.method, readBefore(command))),
    has: (commandOID: string): boolean => watches.has(commandOID),
    watch(command: Command): void {
      const plan = deps.plans[command.method];
      if (!plan.observe || command.detail === notShown) return;
      // After a restart only what is left of the time: what a dock does tomorrow is no outcome of today's order.
      const since = command.sentAt === null ? 0 : runtime.serverTime() - command.sentAt;
      const late = Math.max(0, since - commandRules[command.method].ack);
      const until = runtime.clock.mono() + (plan.watchFor ?? limits.command.resolveFor) - late;
      const before = readBefore(command);
      rivals.begun(command, formBefore(command.method, before))();
      watches.set(command.oid, { command, before, until, firstShown: null, aliveSince: null });
    },
    /** Looks at the dock's state. Called after every message of the dock, and once a second. */
    observe(link: DockLink): void {
      if (watches.size === 0) return;
      const now = runtime.clock.mono();
      for (const [oid, watch] of watches) {
        const { command, until } = watch;
        if (command.dockOID !== link.dock.oid) continue;
        if (now > until) {
          if (command.state === 'unknown') {
            waitForSigns(link, watch, now);
            continue;
          }
          watches.delete(oid);
          // The device took it and nothing came of it: nobody knows, and silence is no success.
          if (command.state === 'accepted') change(link, command, 'unknown', 'notConfirmed');
          continue;
        }
        const seen = shownBy(link, watch, now);
        if (seen && seen !== command.state && mayMove(command.state, seen)) {
          if (isFinal(seen)) watches.delete(oid);
          change(link, command, seen, 'observed');
        }
      }
    },
    clear: (): void => watches.clear(),
  };
};
export type Watches = ReturnType<typeof createWatches>;

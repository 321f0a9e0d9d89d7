import { commandRules, isFinal, limits, mayMove, type CommandState, type RefusalReason } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { dockAge, type DockLink } from '../dock/index.ts';
import { formBefore, readBefore, type Before } from './command.before.ts';
import type { CommandPlans, Observation } from './command.plan.ts';
import { createCompetingOrders } from './command.competing.ts';
import type { Command } from './command.store.ts';

export interface WatchDependencies {
  plans: CommandPlans;
  /** The dock's state shows the outcome of a command, or the time for that is over. */
  resolved(
    link: DockLink,
    command: Command,
    to: CommandState,
    why: { detail: string; reason?: RefusalReason },
  ): void;
}

interface Watch {
  command: Command;
  before: Before | null;
  until: number;
  /** Receipt time of the aircraft state that first showed an outcome which is not firm yet. */
  firstShown: number | null;
  /** Since when the device has sent without a pause, after the time to show an outcome was over. */
  aliveSince: number | null;
}

/** Detail of an order without an answer whose device stayed online since: the message cannot still be waiting unread. */
export const notShown = 'notShown';

/** Watches commands whose outcome the dock has not shown yet. The outcome is read from its state; nothing is sent. */
export const createWatches = (runtime: Runtime, deps: WatchDependencies) => {
  const watches = new Map<string, Watch>();
  /** The same by dock: every message of every dock asks for those of its own. */
  const byDock = new Map<string, Map<string, Watch>>();
  const competing = createCompetingOrders(runtime.clock);

  const keep = (watch: Watch): void => {
    const { oid, dockOID } = watch.command;
    watches.set(oid, watch);
    byDock.set(dockOID, (byDock.get(dockOID) ?? new Map<string, Watch>()).set(oid, watch));
  };
  const drop = ({ oid, dockOID }: Command): void => {
    watches.delete(oid);
    const own = byDock.get(dockOID);
    own?.delete(oid);
    if (own?.size === 0) byDock.delete(dockOID);
  };

  const change = (
    link: DockLink,
    command: Command,
    to: CommandState,
    why: { detail: string; reason?: RefusalReason },
  ): void => {
    command.state = to;
    deps.resolved(link, command, to, why);
  };

  /** The state of an order by the dock's state; null while that shows nothing that counts. */
  const shownBy = (link: DockLink, watch: Watch, now: number): Observation | null => {
    const { command, before } = watch;
    const contested = competing.isContested(command);
    const seen = deps.plans[command.method].observe?.({ link, command, now, before, contested }) ?? null;
    if (!seen || seen.firm) {
      watch.firstShown = null;
      return seen;
    }
    const at = link.droneSnapshot.osdAt;
    watch.firstShown ??= at;
    return at !== null && watch.firstShown !== null && at > watch.firstShown ? seen : null;
  };

  /**
   * The device may have the order in its buffer. It may still carry it out until it has been online for as long as an
   * outcome takes to show, and has shown none.
   */
  const waitForSigns = (link: DockLink, watch: Watch, now: number): void => {
    const age = dockAge(link, now);
    const alive = age !== null && age <= limits.command.stateFresh;
    if (!alive) watch.aliveSince = null;
    else watch.aliveSince ??= now;
    if (watch.aliveSince === null || now - watch.aliveSince < limits.command.resolveFor) return;
    drop(watch.command);
    deps.resolved(link, watch.command, 'unknown', { detail: notShown });
  };

  return {
    /** Begins with the send. @returns to be called when nobody waits for its answer: its effect may show in another watch */
    begun: (command: Command): (() => void) =>
      competing.begun(command, formBefore(command.method, readBefore(command))),
    has: (commandOID: string): boolean => watches.has(commandOID),
    watch(command: Command): void {
      const plan = deps.plans[command.method];
      if (!plan.observe || command.detail === notShown) return;
      // After a restart only the rest of the time counts: what a dock does tomorrow is no outcome of today's order.
      const since = command.sentAt === null ? 0 : runtime.serverTime() - command.sentAt;
      const late = Math.max(0, since - commandRules[command.method].ack);
      const until = runtime.clock.mono() + (plan.watchFor ?? limits.command.resolveFor) - late;
      const before = readBefore(command);
      competing.begun(command, formBefore(command.method, before))();
      keep({ command, before, until, firstShown: null, aliveSince: null });
    },
    /** Checks the dock's state. Called after every message of the dock, and once a second. */
    observe(link: DockLink): void {
      const own = byDock.get(link.dock.oid);
      if (!own) return;
      const now = runtime.clock.mono();
      for (const watch of own.values()) {
        const { command, until } = watch;
        if (now > until) {
          if (command.state === 'unknown') {
            waitForSigns(link, watch, now);
            continue;
          }
          drop(command);
          // Accepted without a visible effect is unknown: silence is no success.
          if (command.state === 'accepted' || command.state === 'in_progress')
            change(link, command, 'unknown', { detail: 'notConfirmed' });
          continue;
        }
        const seen = shownBy(link, watch, now);
        if (seen && mayMove(command.state, seen.state)) {
          if (isFinal(seen.state) || seen.state === 'unknown') drop(command);
          const { reason } = seen;
          change(link, command, seen.state, { detail: 'observed', ...(reason ? { reason } : {}) });
        }
      }
    },
    clear(): void {
      watches.clear();
      byDock.clear();
    },
  };
};
export type Watches = ReturnType<typeof createWatches>;

import type { DrcEnd } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockIdentity, DockLink } from '../dock/index.ts';
import type { DrcRun } from './drc.run.ts';
import { endAccount } from './drc.store.ts';

export interface ClosingDependencies {
  /** Docks of this gateway. */
  linkOf(dockOID: string): DockLink | null;
  /** Has the dock close its link; moves nothing. */
  closeLink(dock: DockIdentity, memberOID: string): Promise<void>;
  /** Takes the second account of a dock back. */
  dismiss(sn: string): Promise<void>;
}

/** Of these the dock does not know yet that nobody flies it any more. */
const closes: ReadonlySet<DrcEnd> = new Set(['controlGone', 'unverified', 'linkLost', 'landed']);

/** What is done once frames are not passed on any more; nothing of it moves the aircraft. */
const closing =
  ({ db, log }: Runtime, { linkOf, closeLink, dismiss }: ClosingDependencies) =>
  async ({ dockOID, sn, account, watchdog }: DrcRun, why: DrcEnd): Promise<void> => {
    const link = linkOf(dockOID);
    const own = await endAccount(db, dockOID, account, () => dismiss(sn)).catch((error: unknown) => {
      log.warn({ err: error, dock: dockOID }, 'the account for sticks stays until its time is over');
      return true;
    });
    // The next holder has entered already: the link of the dock is theirs.
    if (!own || !closes.has(why) || !link) return;
    await closeLink(link.dock, watchdog.holder.memberOID).catch((error: unknown) =>
      log.warn({ err: error, dock: dockOID }, 'the link for sticks was not closed'),
    );
  };

/** Runs that ended and are being closed. */
export const createClosings = (runtime: Runtime, deps: ClosingDependencies) => {
  const close = closing(runtime, deps);
  const closings = new Map<string, Promise<void>>();
  return {
    begin(run: DrcRun, why: DrcEnd): void {
      const { dockOID } = run;
      const closed = Promise.all([closings.get(dockOID), close(run, why)]).then(() => {
        if (closings.get(dockOID) === closed) closings.delete(dockOID);
      });
      closings.set(dockOID, closed);
    },
    /** Resolves once nothing is done any more about a run of this dock that ended. */
    over: (dockOID: string): Promise<void> => closings.get(dockOID) ?? Promise.resolve(),
  };
};

import { silentGrant, type LeaseDecision, type LeaseRow } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { LeaseChange } from './lease.change.ts';
import { dueLeases, type LeaseTarget } from './lease.store.ts';

export interface LeaseSweepDependencies {
  change: LeaseChange;
  /** Does the aircraft of a dock fly, by what the gateway last wrote. */
  airborne(dockOID: string): Promise<boolean>;
}

/** Drops a lease that ran out or whose session ended; the epoch rises so that nothing late can pass. */
const drop = (row: LeaseRow, now: number): LeaseDecision => ({
  kind: 'granted',
  changed: true,
  row: { epoch: row.epoch + 1, holder: null, expiresAt: now, asker: null },
});

/** Timer step, about once a second on any instance. */
export const createLeaseSweep =
  (runtime: Pick<Runtime, 'db' | 'serverTime'>, { change, airborne }: LeaseSweepDependencies) =>
  /**
   * Grants unanswered asks and frees leases that ran out or whose holder may no longer control.
   * @returns where control was lost while the aircraft is in the air
   */
  async (groupRootOf: (dockOID: string) => Promise<string | null>): Promise<LeaseTarget[]> => {
    const lost: LeaseTarget[] = [];
    for (const due of await dueLeases(runtime.db, runtime.serverTime())) {
      const groupRoot = await groupRootOf(due.dockOID);
      if (!groupRoot) continue;
      const target = { dockOID: due.dockOID, control: due.control, groupRoot };
      const { decision } = await change(target, null, {
        action: 'silence',
        step(row, now) {
          // Since it was read somebody else may have taken it.
          if (due.holderGone && row.epoch === due.epoch) return drop(row, now);
          const silent = silentGrant(row, now);
          if (silent) return silent;
          return row.holder && row.expiresAt <= now ? drop(row, now) : { kind: 'held', row };
        },
      });
      if (
        decision.kind === 'granted' &&
        decision.row.holder === null &&
        due.control === 'flight' &&
        (await airborne(due.dockOID))
      )
        lost.push(target);
    }
    return lost;
  };

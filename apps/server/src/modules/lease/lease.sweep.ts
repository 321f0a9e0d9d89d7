import { freeLease, silentGrant, type LeaseDecision, type LeaseRow } from '@eyrie/domain';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LeaseChange } from './lease.change.ts';
import { dueLeases, type DueLease, type LeaseTarget } from './lease.store.ts';

export interface LeaseSweepDependencies {
  change: LeaseChange;
  /** Does the aircraft of a dock fly, by what the gateway last wrote. */
  airborne(dockOID: string): Promise<boolean>;
}

/** Drops a lease that ran out or whose session ended; the epoch rises so that nothing late can pass. */
const drop = (row: LeaseRow, now: number): LeaseDecision => ({
  kind: 'granted',
  changed: true,
  row: { ...freeLease, epoch: row.epoch + 1, expiresAt: now },
});

/** Timer step, about once a second on any instance. */
export const createLeaseSweep = (
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>,
  { change, airborne }: LeaseSweepDependencies,
) => {
  /** True when it ended while the aircraft is in the air. */
  const sweepOne = async (target: LeaseTarget, due: DueLease): Promise<boolean> => {
    // Asked before: a lease that is free already is not looked at again, and its loss would never be told.
    const flies = due.control === 'flight' && (await airborne(due.dockOID));
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
    return flies && decision.kind === 'granted' && decision.row.holder === null;
  };

  /**
   * Grants unanswered asks and frees leases that ran out or whose holder may no longer control. One that cannot be
   * freed now keeps no other back, and is tried again the next time.
   * @returns where control was lost while the aircraft is in the air
   */
  return async (groupRootOf: (dockOID: string) => Promise<string | null>): Promise<LeaseTarget[]> => {
    const lost: LeaseTarget[] = [];
    for (const due of await dueLeases(runtime.db, runtime.serverTime())) {
      const { dockOID, control } = due;
      try {
        const groupRoot = await groupRootOf(dockOID);
        if (groupRoot && (await sweepOne({ dockOID, groupRoot, control }, due)))
          lost.push({ dockOID, groupRoot, control });
      } catch (error) {
        runtime.log.warn({ err: error, dock: dockOID }, 'lease not freed');
        if (isDatabaseDown(error)) break;
      }
    }
    return lost;
  };
};

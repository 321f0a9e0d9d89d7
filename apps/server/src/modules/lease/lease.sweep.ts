import { freeLease, silentGrant, type LeaseDecision, type LeaseRow } from '@eyrie/domain';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LeaseChange } from './lease.change.ts';
import { dueLeases, type DueLease, type LeaseTarget } from './lease.store.ts';

export interface LeaseSweepDependencies {
  change: LeaseChange;
  /** Whether the aircraft of a dock flies, by the gateway's last row. */
  airborne(dockOID: string): Promise<boolean>;
}

/** Frees a lease that expired or whose session ended. The epoch rises so that a late order is refused. */
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
    // Read before the change: a lease that is free already is not swept again, and its loss would not be reported.
    const flies = due.control === 'flight' && (await airborne(due.dockOID));
    const { decision } = await change(target, null, {
      action: 'silence',
      step(row, now) {
        // Somebody else may have taken it since it was read.
        if (due.holderGone && row.epoch === due.epoch) return drop(row, now);
        const silent = silentGrant(row, now);
        if (silent) return silent;
        return row.holder && row.expiresAt <= now ? drop(row, now) : { kind: 'held', row };
      },
    });
    return flies && decision.kind === 'granted' && decision.row.holder === null;
  };

  /**
   * Grants unanswered asks and frees leases that expired or whose holder may no longer control. One that fails does not
   * stop the others, and is tried again the next time.
   * @returns leases that were lost while the aircraft is in the air
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

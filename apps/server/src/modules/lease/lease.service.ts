import {
  answerLease,
  askLease,
  overrideLease,
  releaseLease,
  renewLease,
  takeLease,
  type LeaseControl,
  type LeaseDecision,
  type LeaseHolder,
  type LeaseRow,
  type LeaseView,
} from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { LeaseCall } from './lease-origin.ts';
import { createTurns } from './lease-turns.ts';
import { createLeaseChange, type LeaseChangeDependencies, type LeaseWish } from './lease.change.ts';
import { readLease, type LeaseTarget } from './lease.store.ts';
import { createLeaseSweep, type LeaseSweepDependencies } from './lease.sweep.ts';
import { refusalOf, viewOf } from './lease.view.ts';

export type LeaseDependencies = LeaseChangeDependencies & Pick<LeaseSweepDependencies, 'airborne'>;

const holderOf = ({ caller }: LeaseCall, tabId: string): LeaseHolder => ({
  memberOID: caller.memberOID,
  sessionOID: caller.sessionOID,
  tabId,
});

/** What a tab wants of a lease, as a step on its row. */
const wishOf = (
  action: string,
  call: LeaseCall,
  tabId: string,
  decide: (row: LeaseRow, holder: LeaseHolder, now: number) => LeaseDecision,
): LeaseWish => ({ action, step: (row, now) => decide(row, holderOf(call, tabId), now) });

/** Who controls a dock, and until when. A lease belongs to one tab of one session of a member. */
export const createLeaseService = (runtime: Runtime, deps: LeaseDependencies) => {
  const inTurn = createTurns();
  const change = createLeaseChange(runtime, deps);

  const granted = async (target: LeaseTarget, call: LeaseCall, wish: LeaseWish): Promise<LeaseView> => {
    const { decision, lease, now } = await change(target, call, wish);
    const { memberOID } = call.caller;
    // Who says no to an asker still holds it: the answer of all others is that somebody else does.
    if (decision.kind === 'lost' || (decision.kind === 'held' && wish.action !== 'answer'))
      throw refusalOf(decision, lease, memberOID, now);
    return viewOf(lease, memberOID, now);
  };

  /** Held by somebody else, as a plain look shows: nothing needs to be locked to say so. */
  const refuseIfHeld = async (target: LeaseTarget, call: LeaseCall, tabId: string): Promise<void> => {
    const now = runtime.serverTime();
    const lease = await readLease(runtime.db, target.dockOID, target.control, now);
    if (lease.asker !== null) return;
    const decision = takeLease(lease, holderOf(call, tabId), now);
    // A second tab of the holder has to be written down.
    if (decision.kind === 'held' && decision.row === lease)
      throw refusalOf(decision, lease, call.caller.memberOID, now);
  };

  return {
    take: (target: LeaseTarget, call: LeaseCall, tabId: string): Promise<LeaseView> =>
      inTurn(`${target.dockOID} ${target.control}`, async () => {
        await refuseIfHeld(target, call, tabId);
        return granted(target, call, wishOf('take', call, tabId, takeLease));
      }),
    ask: (target: LeaseTarget, call: LeaseCall, tabId: string): Promise<LeaseView> =>
      granted(target, call, wishOf('ask', call, tabId, askLease)),
    renew: (target: LeaseTarget, call: LeaseCall, tabId: string, epoch: number): Promise<LeaseView> =>
      granted(
        target,
        call,
        wishOf('renew', call, tabId, (row, holder, now) => renewLease(row, holder, epoch, now)),
      ),
    release: (target: LeaseTarget, call: LeaseCall, tabId: string, epoch: number): Promise<LeaseView> =>
      granted(
        target,
        call,
        wishOf('release', call, tabId, (row, holder, now) => releaseLease(row, holder, epoch, now)),
      ),
    /** @param guard spends the confirmation in the transaction of the change, or refuses */
    override: (
      target: LeaseTarget,
      call: LeaseCall,
      tabId: string,
      reason: string,
      guard: (trx: DbOrTrx) => Promise<void>,
    ): Promise<LeaseView> =>
      granted(target, call, { ...wishOf('override', call, tabId, overrideLease), reason, guard }),
    /** Yes or no to who asked. */
    answer: (target: LeaseTarget, call: LeaseCall, tabId: string, accept: boolean): Promise<LeaseView> =>
      granted(
        target,
        call,
        wishOf('answer', call, tabId, (row, holder, now) => answerLease(row, holder, accept, now)),
      ),
    get: async (dockOID: string, control: LeaseControl, caller: Caller): Promise<LeaseView> => {
      const now = runtime.serverTime();
      return viewOf(await readLease(runtime.db, dockOID, control, now), caller.memberOID, now);
    },
    sweep: createLeaseSweep(runtime, { change, airborne: deps.airborne }),
  };
};
export type LeaseService = ReturnType<typeof createLeaseService>;

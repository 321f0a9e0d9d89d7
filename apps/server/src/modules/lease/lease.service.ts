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
import { orWhoHasIt } from './lease-crowd.ts';
import { createLeaseQueue } from './lease-queue.ts';
import { createLeaseChange, type LeaseChangeDependencies, type LeaseRequest } from './lease.change.ts';
import { readLease, type LeaseTarget } from './lease.store.ts';
import { createLeaseSweep, type LeaseSweepDependencies } from './lease.sweep.ts';
import { refusalOf, viewOf } from './lease.view.ts';

export type LeaseDependencies = LeaseChangeDependencies & Pick<LeaseSweepDependencies, 'airborne'>;

const holderOf = ({ caller }: LeaseCall, tabId: string): LeaseHolder => ({
  memberOID: caller.memberOID,
  sessionOID: caller.sessionOID,
  tabId,
});

/** A request of a tab, as a step on the lease's row. */
const requestOf = (
  action: string,
  call: LeaseCall,
  tabId: string,
  decide: (row: LeaseRow, holder: LeaseHolder, now: number) => LeaseDecision,
): LeaseRequest => ({ action, step: (row, now) => decide(row, holderOf(call, tabId), now) });

/** Who controls a dock, and until when. A lease belongs to one tab of one session of a member. */
export const createLeaseService = (runtime: Runtime, deps: LeaseDependencies) => {
  const inQueue = createLeaseQueue();
  const change = createLeaseChange(runtime, deps);

  const granted = async (target: LeaseTarget, call: LeaseCall, request: LeaseRequest): Promise<LeaseView> => {
    const { decision, lease, now } = await change(target, call, request);
    const { memberOID } = call.caller;
    // A holder who refuses an ask keeps control and is answered with the lease; everybody else is refused.
    if (decision.kind === 'lost' || (decision.kind === 'held' && request.action !== 'answer'))
      throw refusalOf(decision, lease, memberOID, now);
    return viewOf(lease, memberOID, now);
  };

  /** Refuses without a lock when somebody else holds the lease. */
  const refuseIfHeld = async (target: LeaseTarget, call: LeaseCall, tabId: string): Promise<void> => {
    const now = runtime.serverTime();
    const lease = await readLease(runtime.db, target.dockOID, target.control, now);
    if (lease.asker !== null) return;
    const decision = takeLease(lease, holderOf(call, tabId), now);
    // A second tab of the holder changes the row, so it needs the lock.
    if (decision.kind === 'held' && decision.row === lease)
      throw refusalOf(decision, lease, call.caller.memberOID, now);
  };

  return {
    take: (target: LeaseTarget, call: LeaseCall, tabId: string): Promise<LeaseView> =>
      inQueue(`${target.dockOID} ${target.control}`, async () => {
        const refuse = (): Promise<void> => refuseIfHeld(target, call, tabId);
        await refuse();
        return orWhoHasIt(() => granted(target, call, requestOf('take', call, tabId, takeLease)), refuse);
      }),
    ask: (target: LeaseTarget, call: LeaseCall, tabId: string): Promise<LeaseView> =>
      granted(target, call, requestOf('ask', call, tabId, askLease)),
    renew: (target: LeaseTarget, call: LeaseCall, tabId: string, epoch: number): Promise<LeaseView> =>
      granted(
        target,
        call,
        requestOf('renew', call, tabId, (row, holder, now) => renewLease(row, holder, epoch, now)),
      ),
    release: (target: LeaseTarget, call: LeaseCall, tabId: string, epoch: number): Promise<LeaseView> =>
      granted(
        target,
        call,
        requestOf('release', call, tabId, (row, holder, now) => releaseLease(row, holder, epoch, now)),
      ),
    /** @param guard spends the confirmation in the transaction of the change, or refuses */
    override: (
      target: LeaseTarget,
      call: LeaseCall,
      tabId: string,
      reason: string,
      guard: (trx: DbOrTrx) => Promise<void>,
    ): Promise<LeaseView> =>
      granted(target, call, { ...requestOf('override', call, tabId, overrideLease), reason, guard }),
    /** Accepts or refuses an ask. */
    answer: (target: LeaseTarget, call: LeaseCall, tabId: string, accept: boolean): Promise<LeaseView> =>
      granted(
        target,
        call,
        requestOf('answer', call, tabId, (row, holder, now) => answerLease(row, holder, accept, now)),
      ),
    get: async (dockOID: string, control: LeaseControl, caller: Caller): Promise<LeaseView> => {
      const now = runtime.serverTime();
      return viewOf(await readLease(runtime.db, dockOID, control, now), caller.memberOID, now);
    },
    sweep: createLeaseSweep(runtime, { change, airborne: deps.airborne }),
  };
};
export type LeaseService = ReturnType<typeof createLeaseService>;

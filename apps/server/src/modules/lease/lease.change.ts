import { silentGrant, type LeaseDecision } from '@eyrie/domain';
import { notFound } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { Who } from './lease-origin.ts';
import { dropLostAsk, grantSilence } from './lease.asks.ts';
import { noteLease } from './lease.audit.ts';
import {
  dockStands,
  ensureLease,
  readLease,
  writeLease,
  type LeaseTarget,
  type StoredLease,
} from './lease.store.ts';

/** Told after the transaction that changed a lease: publishes 9901 to both screens. */
export type LeaseListener = (
  target: LeaseTarget,
  change: { kind: 'lease' | 'leaseAsk' | 'leaseRefused'; lease: StoredLease; reason: string | null },
) => void;

export interface LeaseChangeDependencies {
  audit: AuditLog;
  changed: LeaseListener;
  /** Resolves when no order under an earlier number of the lease is on its way any more. */
  ordersGone(dockOID: string, control: LeaseTarget['control'], epoch: number): Promise<void>;
}

/** What somebody wants of a lease. */
export interface LeaseWish {
  /** The last word of the call; `silence` when the time did it. */
  action: string;
  /** Decides on the locked row. */
  step(row: StoredLease, now: number): LeaseDecision;
  reason?: string;
  /** What must hold besides, asked in the transaction before the row is read; throws what refuses it. */
  guard?(trx: DbOrTrx): Promise<void>;
}

export interface LeaseOutcome {
  decision: LeaseDecision;
  lease: StoredLease;
  /** The moment of the decision, server epoch ms. */
  now: number;
}

/** The one way in which a lease changes: on the locked row, written down in the same transaction, then told. */
export const createLeaseChange = (
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  { audit, changed, ordersGone }: LeaseChangeDependencies,
) => {
  /** @returns whether the change is told */
  const changeIn = async (
    trx: DbOrTrx,
    target: LeaseTarget,
    who: Who,
    { action, step, reason, guard }: LeaseWish,
  ): Promise<LeaseOutcome & { told: boolean; passed: boolean }> => {
    const { dockOID, control } = target;
    await ensureLease(trx, dockOID, control);
    await guard?.(trx);
    // The clock is read after the lock: a wait for it must not lengthen a lease.
    const found = await readLease(trx, dockOID, control, runtime.serverTime(), 'update');
    // Nobody takes control of a dock that was deleted while this waited.
    if (who !== null && !(await dockStands(trx, dockOID))) throw notFound();
    const now = runtime.serverTime();
    const locked = { trx, audit, target, now };
    const asked = await dropLostAsk(locked, found);
    const silent = silentGrant(asked, now);
    const before = silent && action !== 'silence' ? await grantSilence(locked, asked, silent) : asked;
    const decision = step(before, now);
    const differs = decision.row.epoch !== before.epoch || decision.row.asker?.until !== before.asker?.until;
    if (decision.row !== before) await writeLease(trx, dockOID, control, decision.row);
    if (differs)
      await noteLease(audit, trx, target, who, {
        action,
        outcome: decision.kind,
        epoch: decision.row.epoch,
        reason,
        from: before.holder?.memberOID,
      });
    const lease = decision.row === before ? before : await readLease(trx, dockOID, control, now);
    const told = differs || silent !== null || asked !== found;
    return { decision, lease, now, told, passed: lease.epoch !== found.epoch };
  };

  /** @param who whose call it is; null: nobody's */
  return async (target: LeaseTarget, who: Who, wish: LeaseWish): Promise<LeaseOutcome> => {
    const result = await runtime.db.transaction().execute((trx) => changeIn(trx, target, who, wish));
    const { kind } = result.decision;
    // Nobody hears of the new number before the orders under the old ones have arrived, or can no longer leave.
    if (result.passed) await ordersGone(target.dockOID, target.control, result.lease.epoch);
    if (result.told)
      changed(target, {
        kind:
          wish.action === 'answer' && kind === 'held'
            ? 'leaseRefused'
            : kind === 'asked'
              ? 'leaseAsk'
              : 'lease',
        lease: result.lease,
        reason: wish.reason ?? null,
      });
    return result;
  };
};
export type LeaseChange = ReturnType<typeof createLeaseChange>;

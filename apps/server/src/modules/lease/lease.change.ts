import { silentGrant, type LeaseDecision } from '@eyrie/domain';
import { notFound } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { Who } from './lease-origin.ts';
import { dropLostAsk, grantSilence } from './lease.asks.ts';
import { auditLease } from './lease.audit.ts';
import {
  dockExists,
  ensureLease,
  readLease,
  writeLease,
  type LeaseTarget,
  type StoredLease,
} from './lease.store.ts';

/** Called after the transaction that changed a lease. Publishes the change to both screens. */
export type LeaseListener = (
  target: LeaseTarget,
  change: { kind: 'lease' | 'leaseAsk' | 'leaseRefused'; lease: StoredLease; reason: string | null },
) => void;

export interface LeaseChangeDependencies {
  audit: AuditLog;
  changed: LeaseListener;
  /** Resolves when no order under an earlier epoch of the lease is on its way any more. */
  untilOrdersSettled(dockOID: string, control: LeaseTarget['control'], epoch: number): Promise<void>;
}

/** A requested change of a lease. */
export interface LeaseRequest {
  /** The last part of the call's name; `silence` for an expiry. */
  action: string;
  /** Decides on the locked row. */
  step(row: StoredLease, now: number): LeaseDecision;
  reason?: string;
  /** A further rule, checked in the transaction before the row is read. Throws the refusal. */
  guard?(trx: DbOrTrx): Promise<void>;
}

export interface LeaseOutcome {
  decision: LeaseDecision;
  lease: StoredLease;
  /** The moment of the decision, server epoch ms. */
  now: number;
}

/** The only way to change a lease: on the locked row, audited in the same transaction, then published. */
export const createLeaseChange = (
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  { audit, changed, untilOrdersSettled }: LeaseChangeDependencies,
) => {
  /** @returns `publish`: consoles must be notified; `handedOver`: the epoch has changed */
  const changeIn = async (
    trx: DbOrTrx,
    target: LeaseTarget,
    who: Who,
    { action, step, reason, guard }: LeaseRequest,
  ): Promise<LeaseOutcome & { publish: boolean; handedOver: boolean }> => {
    const { dockOID, control } = target;
    await ensureLease(trx, dockOID, control);
    await guard?.(trx);
    // The clock is read after the lock, so that a wait for the lock does not lengthen a lease.
    const found = await readLease(trx, dockOID, control, runtime.serverTime(), 'update');
    // The dock may have been deleted during the wait.
    if (who !== null && !(await dockExists(trx, dockOID))) throw notFound();
    const now = runtime.serverTime();
    const locked = { trx, audit, target, now };
    const withoutLostAsk = await dropLostAsk(locked, found);
    const silent = silentGrant(withoutLostAsk, now);
    const before =
      silent && action !== 'silence' ? await grantSilence(locked, withoutLostAsk, silent) : withoutLostAsk;
    const decision = step(before, now);
    const differs = decision.row.epoch !== before.epoch || decision.row.asker?.until !== before.asker?.until;
    if (decision.row !== before) await writeLease(trx, dockOID, control, decision.row);
    if (differs)
      await auditLease(audit, trx, target, who, {
        action,
        outcome: decision.kind,
        epoch: decision.row.epoch,
        reason,
        from: before.holder?.memberOID,
      });
    const lease = decision.row === before ? before : await readLease(trx, dockOID, control, now);
    const publish = differs || silent !== null || withoutLostAsk !== found;
    return { decision, lease, now, publish, handedOver: lease.epoch !== found.epoch };
  };

  /** @param who the caller; null: a timer */
  return async (target: LeaseTarget, who: Who, request: LeaseRequest): Promise<LeaseOutcome> => {
    const result = await runtime.db.transaction().execute((trx) => changeIn(trx, target, who, request));
    const { kind } = result.decision;
    // The new epoch is published only after orders under the old ones have arrived or can no longer be sent.
    if (result.handedOver) await untilOrdersSettled(target.dockOID, target.control, result.lease.epoch);
    if (result.publish)
      changed(target, {
        kind:
          request.action === 'answer' && kind === 'held'
            ? 'leaseRefused'
            : kind === 'asked'
              ? 'leaseAsk'
              : 'lease',
        lease: result.lease,
        reason: request.reason ?? null,
      });
    return result;
  };
};
export type LeaseChange = ReturnType<typeof createLeaseChange>;

import type { DbOrTrx } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { Who } from './lease-origin.ts';
import type { LeaseTarget } from './lease.store.ts';

/** A change of a lease for the audit log. */
export interface LeaseAuditRow {
  /** The last part of the call's name, or that of a timer. */
  action: string;
  outcome: string;
  epoch: number;
  /** Who had it before. */
  from: string | undefined;
  reason?: string | undefined;
  /** Who asked for it and may no longer have it. */
  asker?: string | undefined;
}

/** Writes the audit row of a change, in the transaction of the change. */
export const auditLease = (
  audit: AuditLog,
  trx: DbOrTrx,
  target: LeaseTarget,
  who: Who,
  { action, outcome, epoch, from, reason, asker }: LeaseAuditRow,
): Promise<void> =>
  audit.write(trx, {
    groupRoot: target.groupRoot,
    memberOID: who?.caller.memberOID ?? null,
    sessionOID: who?.caller.sessionOID ?? null,
    address: who?.address ?? null,
    correlationId: who?.correlationId ?? null,
    dockOID: target.dockOID,
    action: `lease.${action}`,
    outcome,
    leaseEpoch: epoch,
    detail: {
      control: target.control,
      reason: reason ?? null,
      from: from ?? null,
      ...(asker ? { asker } : {}),
    },
  });

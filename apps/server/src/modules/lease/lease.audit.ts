import type { DbOrTrx } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { Who } from './lease-origin.ts';
import type { LeaseTarget } from './lease.store.ts';

/** A change of a lease, as the log keeps it. */
export interface LeaseNote {
  /** The last word of the call, or what nobody called. */
  action: string;
  outcome: string;
  epoch: number;
  /** Who had it before. */
  from: string | undefined;
  reason?: string | undefined;
  /** Who asked for it and may no longer have it. */
  asker?: string | undefined;
}

/** One row for one change of a lease, in the transaction that makes it. */
export const noteLease = (
  audit: AuditLog,
  trx: DbOrTrx,
  target: LeaseTarget,
  who: Who,
  { action, outcome, epoch, from, reason, asker }: LeaseNote,
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

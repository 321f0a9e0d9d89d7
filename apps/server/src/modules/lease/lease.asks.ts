import type { LeaseDecision } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { auditLease } from './lease.audit.ts';
import { mayControl, readLease, writeLease, type LeaseTarget, type StoredLease } from './lease.store.ts';

/** A lease whose row is locked. */
export interface LockedLease {
  trx: DbOrTrx;
  audit: AuditLog;
  target: LeaseTarget;
  /** Read after the lock, server epoch ms. */
  now: number;
}

/**
 * Drops an ask whose asker has lost the right since: neither silence nor a yes may give them control.
 * @returns the row without the ask, or the given row
 */
export const dropLostAsk = async (
  { trx, audit, target, now }: LockedLease,
  row: StoredLease,
): Promise<StoredLease> => {
  const { asker } = row;
  if (asker === null || (await mayControl(trx, target.dockOID, asker, now))) return row;
  await auditLease(audit, trx, target, null, {
    action: 'ask',
    outcome: 'dropped',
    epoch: row.epoch,
    from: row.holder?.memberOID,
    asker: asker.memberOID,
  });
  const without = { ...row, asker: null, askerName: null };
  await writeLease(trx, target.dockOID, target.control, without);
  return without;
};

/** Grants an ask that expired before the timer ran, and records it as silence. @returns the row after it */
export const grantSilence = async (
  { trx, audit, target, now }: LockedLease,
  row: StoredLease,
  silent: LeaseDecision,
): Promise<StoredLease> => {
  await writeLease(trx, target.dockOID, target.control, silent.row);
  await auditLease(audit, trx, target, null, {
    action: 'silence',
    outcome: silent.kind,
    epoch: silent.row.epoch,
    from: row.holder?.memberOID,
  });
  return readLease(trx, target.dockOID, target.control, now);
};

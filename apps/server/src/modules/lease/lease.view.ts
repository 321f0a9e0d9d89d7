import { isHeld, type LeaseDecision, type LeaseView } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { StoredLease } from './lease.store.ts';

/** A lease for its reader. Times are server epoch ms. */
export const viewOf = (lease: StoredLease, memberOID: string, now: number): LeaseView => {
  const held = isHeld(lease, now);
  return {
    epoch: lease.epoch,
    holder:
      held && lease.holder
        ? {
            oid: lease.holder.memberOID,
            name: lease.holderName ?? '–',
            mine: lease.holder.memberOID === memberOID,
          }
        : null,
    expiresAt: held ? lease.expiresAt : null,
    asked: lease.asker !== null && lease.asker.until > now,
    serverTime: now,
  };
};

/** The refusal when the caller does not hold the lease: who does and for how long, or that it was lost. */
export const refusalOf = (
  decision: LeaseDecision,
  lease: StoredLease,
  memberOID: string,
  now: number,
): Refusal => {
  const view = viewOf(lease, memberOID, now);
  if (decision.kind === 'lost') return new Refusal('controlLost', { data: { ...view } });
  return new Refusal('controlHeld', {
    values: {
      name: lease.holderName ?? '–',
      seconds: Math.max(0, Math.ceil((lease.expiresAt - now) / 1000)),
    },
    data: { ...view },
  });
};

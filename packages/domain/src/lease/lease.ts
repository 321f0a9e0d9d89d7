import { limits } from '../limits.ts';

export const leaseControls = ['flight', 'payload'] as const;
export type LeaseControl = (typeof leaseControls)[number];

export interface LeaseHolder {
  memberOID: string;
  sessionOID: string;
  tabId: string;
}

/** One row per dock and control. `epoch` rises by one with every change of holder. Times are epoch ms of the database clock. */
export interface LeaseRow {
  epoch: number;
  holder: LeaseHolder | null;
  expiresAt: number;
  asker: (LeaseHolder & { until: number }) | null;
}

export const freeLease: LeaseRow = { epoch: 0, holder: null, expiresAt: 0, asker: null };

const sameTab = (a: LeaseHolder | null, b: LeaseHolder): boolean =>
  a !== null && a.memberOID === b.memberOID && a.sessionOID === b.sessionOID && a.tabId === b.tabId;

export type LeaseDecision =
  | { kind: 'granted'; row: LeaseRow; changed: boolean }
  | { kind: 'held'; row: LeaseRow }
  | { kind: 'asked'; row: LeaseRow }
  | { kind: 'lost'; row: LeaseRow };

/** True while somebody holds the lease at `now`. */
export const isHeld = (row: LeaseRow, now: number): boolean => row.holder !== null && row.expiresAt > now;

const grant = (row: LeaseRow, holder: LeaseHolder, now: number): LeaseDecision => ({
  kind: 'granted',
  changed: true,
  row: { epoch: row.epoch + 1, holder, expiresAt: now + limits.lease.ttl, asker: null },
});

/** Take a free lease, or keep the own one. Held by another: refused. */
export const takeLease = (row: LeaseRow, who: LeaseHolder, now: number): LeaseDecision => {
  if (isHeld(row, now)) {
    if (sameTab(row.holder, who))
      return { kind: 'granted', changed: false, row: { ...row, expiresAt: now + limits.lease.ttl } };
    return { kind: 'held', row };
  }
  return grant(row, who, now);
};

/** Renew: only by the same tab with the current epoch and before it ran out. */
export const renewLease = (row: LeaseRow, who: LeaseHolder, epoch: number, now: number): LeaseDecision => {
  if (!isHeld(row, now) || !sameTab(row.holder, who) || row.epoch !== epoch) return { kind: 'lost', row };
  return { kind: 'granted', changed: false, row: { ...row, expiresAt: now + limits.lease.ttl } };
};

/** Release: the epoch rises so that nothing issued under it can still pass. */
export const releaseLease = (row: LeaseRow, who: LeaseHolder, epoch: number, now: number): LeaseDecision => {
  if (!isHeld(row, now) || !sameTab(row.holder, who) || row.epoch !== epoch) return { kind: 'lost', row };
  return {
    kind: 'granted',
    changed: true,
    row: { epoch: row.epoch + 1, holder: null, expiresAt: now, asker: null },
  };
};

/** Ask the holder for control. A free lease is granted at once; a second asker waits until the first is answered. */
export const askLease = (row: LeaseRow, who: LeaseHolder, now: number): LeaseDecision => {
  const taken = takeLease(row, who, now);
  if (taken.kind !== 'held') return taken;
  if (row.asker && row.asker.until > now && !sameTab(row.asker, who)) return { kind: 'held', row };
  if (row.asker && row.asker.until > now) return { kind: 'asked', row };
  return { kind: 'asked', row: { ...row, asker: { ...who, until: now + limits.lease.askAnswer } } };
};

/** The holder answers the asker. */
export const answerLease = (row: LeaseRow, who: LeaseHolder, accept: boolean, now: number): LeaseDecision => {
  if (!isHeld(row, now) || !sameTab(row.holder, who)) return { kind: 'lost', row };
  if (!row.asker) return { kind: 'held', row };
  // Silence had granted already: an answer that comes too late takes nothing back.
  if (row.asker.until <= now) accept = true;
  const { until: _until, ...asker } = row.asker;
  return accept ? grant(row, asker, now) : { kind: 'held', row: { ...row, asker: null } };
};

/** Silence grants: once the asker's time ran out unanswered, control passes. Null when nothing is due. */
export const silentGrant = (row: LeaseRow, now: number): LeaseDecision | null => {
  if (!row.asker || row.asker.until > now) return null;
  const { until: _until, ...asker } = row.asker;
  return grant(row, asker, now);
};

/** Override at once, whoever holds it. The right and the reason are checked by the caller. */
export const overrideLease = (row: LeaseRow, who: LeaseHolder, now: number): LeaseDecision =>
  grant(row, who, now);

/** May a command with this epoch from this member pass: the fence. A command belongs to a holder, not to whoever knows the number. */
export const fenceHolds = (
  row: LeaseRow,
  memberOID: string,
  sessionOID: string,
  epoch: number,
  now: number,
): boolean =>
  isHeld(row, now) &&
  row.epoch === epoch &&
  row.holder?.memberOID === memberOID &&
  row.holder.sessionOID === sessionOID;

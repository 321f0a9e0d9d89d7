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
  /** Another tab of the holder's session wants this control, or had it just before: an order must name its tab. */
  severalTabs: boolean;
}

export const freeLease: LeaseRow = {
  epoch: 0,
  holder: null,
  expiresAt: 0,
  asker: null,
  severalTabs: false,
};

const sameSession = (a: LeaseHolder, b: LeaseHolder): boolean =>
  a.memberOID === b.memberOID && a.sessionOID === b.sessionOID;
const sameTab = (a: LeaseHolder, b: LeaseHolder): boolean => sameSession(a, b) && a.tabId === b.tabId;
const otherTab = (a: LeaseHolder | null, b: LeaseHolder): boolean =>
  a !== null && sameSession(a, b) && a.tabId !== b.tabId;

/** The row after a request of somebody who does not hold it: a second tab of the holder is recorded. */
const seen = (row: LeaseRow, who: LeaseHolder): LeaseRow =>
  !row.severalTabs && otherTab(row.holder, who) ? { ...row, severalTabs: true } : row;

export type LeaseDecision =
  | { kind: 'granted'; row: LeaseRow; changed: boolean }
  | { kind: 'held'; row: LeaseRow }
  | { kind: 'asked'; row: LeaseRow }
  | { kind: 'lost'; row: LeaseRow };

/** True while somebody holds the lease at `now`. */
export const isHeld = (row: LeaseRow, now: number): row is LeaseRow & { holder: LeaseHolder } =>
  row.holder !== null && row.expiresAt > now;

const grant = (row: LeaseRow, holder: LeaseHolder, now: number): LeaseDecision => ({
  kind: 'granted',
  changed: true,
  row: {
    epoch: row.epoch + 1,
    holder,
    expiresAt: now + limits.lease.ttl,
    asker: null,
    // A tab that let its time run out is gone; one that is pushed aside, or waits, may still send.
    severalTabs: (isHeld(row, now) && otherTab(row.holder, holder)) || otherTab(row.asker, holder),
  },
});

/** Take a free lease, or keep the own one. Held by another: refused. */
export const takeLease = (row: LeaseRow, who: LeaseHolder, now: number): LeaseDecision => {
  if (isHeld(row, now)) {
    if (sameTab(row.holder, who))
      return { kind: 'granted', changed: false, row: { ...row, expiresAt: now + limits.lease.ttl } };
    return { kind: 'held', row: seen(row, who) };
  }
  return grant(row, who, now);
};

/** Renew: only by the same tab with the current epoch and before it ran out. */
export const renewLease = (row: LeaseRow, who: LeaseHolder, epoch: number, now: number): LeaseDecision => {
  if (!isHeld(row, now) || !sameTab(row.holder, who) || row.epoch !== epoch)
    return { kind: 'lost', row: seen(row, who) };
  return { kind: 'granted', changed: false, row: { ...row, expiresAt: now + limits.lease.ttl } };
};

/** Release: the epoch rises so that nothing issued under it can still pass. */
export const releaseLease = (row: LeaseRow, who: LeaseHolder, epoch: number, now: number): LeaseDecision => {
  if (!isHeld(row, now) || !sameTab(row.holder, who) || row.epoch !== epoch)
    return { kind: 'lost', row: seen(row, who) };
  return {
    kind: 'granted',
    changed: true,
    row: { ...freeLease, epoch: row.epoch + 1, expiresAt: now },
  };
};

/** Ask the holder for control. A free lease is granted at once; a second asker waits until the first is answered. */
export const askLease = (row: LeaseRow, who: LeaseHolder, now: number): LeaseDecision => {
  const taken = takeLease(row, who, now);
  if (taken.kind !== 'held') return taken;
  const noted = taken.row;
  if (row.asker && row.asker.until > now && !sameTab(row.asker, who)) return { kind: 'held', row: noted };
  if (row.asker && row.asker.until > now) return { kind: 'asked', row: noted };
  return { kind: 'asked', row: { ...noted, asker: { ...who, until: now + limits.lease.askAnswer } } };
};

/** The holder answers the asker. */
export const answerLease = (row: LeaseRow, who: LeaseHolder, accept: boolean, now: number): LeaseDecision => {
  if (!isHeld(row, now) || !sameTab(row.holder, who)) return { kind: 'lost', row: seen(row, who) };
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

/** Who sends an order, as far as the order says. */
export interface OrderSender {
  memberOID: string;
  sessionOID: string;
  /** Null: the order does not name its tab. */
  tabId: string | null;
  epoch: number;
}

/**
 * What keeps an order from passing under a lease; null: it passes. An order belongs to a holder, and not to whoever
 * knows the number. `tabMissing`: it may be the holder's or that of another tab of the same session.
 */
export const fenceRefusal = (
  row: LeaseRow,
  { memberOID, sessionOID, tabId, epoch }: OrderSender,
  now: number,
): 'notHeld' | 'otherTab' | 'tabMissing' | null => {
  if (!isHeld(row, now) || row.epoch !== epoch) return 'notHeld';
  if (row.holder?.memberOID !== memberOID || row.holder.sessionOID !== sessionOID) return 'notHeld';
  if (tabId === null) return row.severalTabs ? 'tabMissing' : null;
  return row.holder.tabId === tabId ? null : 'otherTab';
};

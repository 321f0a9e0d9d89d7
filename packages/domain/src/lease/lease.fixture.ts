import type { LeaseHolder, OrderSender } from './lease.ts';

/** A tab of a member. */
export const tab = (
  memberOID: string,
  tabId = 'tab-1',
  sessionOID = `session of ${memberOID}`,
): LeaseHolder => ({
  memberOID,
  sessionOID,
  tabId,
});
export const ann = tab('ann');
export const bob = tab('bob');
export const cid = tab('cid');
/** An order of a tab that names itself. */
export const order = (who: LeaseHolder, epoch: number, tabId: string | null = who.tabId): OrderSender => ({
  memberOID: who.memberOID,
  sessionOID: who.sessionOID,
  tabId,
  epoch,
});

import type { WorkOrderRecord } from '@eyrie/domain';
import { keepLarge, keptLarge } from '../../platform/large-storage.ts';

/** What a page without a connection shows of an order. */
const shownThen = [
  'oid',
  'name',
  'remark',
  'state',
  'verification',
  'dueAt',
  'createdAt',
  'ageing',
  'lng',
  'lat',
  'allowed',
] as const;
export type KeptOrder = Pick<WorkOrderRecord, (typeof shownThen)[number]>;

/** Orders of a member as the server last had them, and when that was by the clock of this phone, epoch ms. */
export interface KeptOrders {
  at: number;
  orders: KeptOrder[];
}

const name = 'field.orders';

const isOrder = (value: unknown): value is KeptOrder =>
  typeof value === 'object' &&
  value !== null &&
  shownThen.every((key) => key in value) &&
  Array.isArray((value as KeptOrder).allowed);

/**
 * Keeps them for when there is no connection; they go at the member's sign-out.
 * @param at when the server answered with them, by the clock of this phone, epoch ms
 */
export const keepFieldOrders = async (
  member: string,
  orders: readonly WorkOrderRecord[],
  at: number,
): Promise<void> => {
  const kept = orders.map((order) => Object.fromEntries(shownThen.map((key) => [key, order[key]])));
  await keepLarge(member, name, { at, orders: kept });
};

/** Null: none are kept here, or another release kept them. */
export const keptFieldOrders = async (member: string): Promise<KeptOrders | null> => {
  const found = await keptLarge(member, name);
  if (typeof found !== 'object' || found === null || !('at' in found) || !('orders' in found)) return null;
  const { at, orders } = found;
  return typeof at === 'number' && Array.isArray(orders) && orders.every((one) => isOrder(one))
    ? { at, orders }
    : null;
};

import type { MappedOrder } from '@eyrie/domain';

const dayMs = 86_400_000;

/** Days since an order came, whole. */
export const daysOld = (createdAt: number, at: number): number =>
  Math.max(0, Math.floor((at - createdAt) / dayMs));

/** Those of the orders that the slider and the choice of a department leave. */
export const shownOrders = (
  list: readonly MappedOrder[],
  {
    days,
    groupOID,
    oldest,
    youngest,
  }: { days: number; groupOID: string | null; oldest: number | null; youngest: number | null },
  at: number,
): MappedOrder[] =>
  list.filter((order) => {
    const old = daysOld(order.createdAt, at);
    return (
      (groupOID === null || order.groupOID === groupOID) && old <= (oldest ?? days) && old >= (youngest ?? 0)
    );
  });

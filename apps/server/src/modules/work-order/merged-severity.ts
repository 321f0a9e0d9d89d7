import { orderSeverities, type OrderSeverity } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { keepOwnSeverity, mergedInto, ownSeverityOf } from './merging.store.ts';
import { settleDue } from './order-target.ts';
import type { OrderRow } from './work-order.moves.ts';

const rankOf = (severity: OrderSeverity): number => orderSeverities.indexOf(severity);
const highest = (first: OrderSeverity, others: readonly OrderSeverity[]): OrderSeverity =>
  others.reduce((most, one) => (rankOf(one) > rankOf(most) ? one : most), first);

/** Changes locked orders, with their history. */
type ChangeWithin = (
  trx: DbOrTrx,
  rows: readonly OrderRow[],
  values: { severity: OrderSeverity },
  context: CallContext,
) => Promise<void>;

/** Of an order into which others were merged: as urgent as the most urgent of them, for as long as that one is merged. */
export const createMergedSeverity = (changeWithin: ChangeWithin) => {
  const set = async (
    trx: DbOrTrx,
    row: OrderRow,
    { own, severity }: { own: OrderSeverity; severity: OrderSeverity },
    context: CallContext,
  ): Promise<void> => {
    await keepOwnSeverity(trx, row.oid, own === severity ? null : own);
    if (severity === row.severity) return;
    await changeWithin(trx, [row], { severity }, context);
    // By when it is due is that of its severity.
    await settleDue(trx, row.oid);
  };
  return {
    /** An order that is merged itself: what it took from others goes on with them. @returns its own severity */
    async lower(trx: DbOrTrx, row: OrderRow, context: CallContext): Promise<OrderSeverity> {
      const own = await ownSeverityOf(trx, row.oid);
      if (own === null) return row.severity;
      await set(trx, row, { own, severity: own }, context);
      return own;
    },
    /** @param merged severities of the orders that come to it */
    async raise(
      trx: DbOrTrx,
      row: OrderRow,
      merged: readonly OrderSeverity[],
      context: CallContext,
    ): Promise<void> {
      const severity = highest(row.severity, merged);
      if (severity === row.severity) return;
      await set(trx, row, { own: (await ownSeverityOf(trx, row.oid)) ?? row.severity, severity }, context);
    },
    /** After one that was merged was restored. */
    async giveBack(
      trx: DbOrTrx,
      row: OrderRow,
      restored: OrderSeverity,
      context: CallContext,
    ): Promise<void> {
      const own = await ownSeverityOf(trx, row.oid);
      // Nothing raised it, a person has set it since, or something more urgent than this one did.
      if (own === null || rankOf(restored) < rankOf(row.severity)) return;
      const left = (await mergedInto(trx, [row.oid])).map(({ severity }) => severity);
      await set(trx, row, { own, severity: highest(own, left) }, context);
    },
  };
};

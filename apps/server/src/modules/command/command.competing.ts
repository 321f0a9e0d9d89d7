import { limits, type OrderForm } from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Command } from './command.store.ts';

interface UnderWay {
  form: OrderForm | null;
  from: number;
  /** Infinity while it waits for its answer. */
  to: number;
}

/**
 * Orders that are, or just were, on their way to a dock. Of two with the same effect either may have caused what the
 * dock then shows.
 */
export const createCompetingOrders = (clock: Clock) => {
  /** By dock: every message of a dock asks for its own. */
  const docks = new Map<string, Map<string, UnderWay>>();
  /** The effect of an order may show this much later. */
  const echo = limits.command.resolveFor;

  return {
    /** @returns to be called when nobody waits for its answer any more */
    begun({ oid, dockOID }: Pick<Command, 'oid' | 'dockOID'>, form: OrderForm | null): () => void {
      const now = clock.mono();
      for (const [dock, orders] of docks) {
        for (const [old, { to }] of orders) if (now - to > 2 * echo) orders.delete(old);
        if (orders.size === 0) docks.delete(dock);
      }
      const own = docks.get(dockOID) ?? new Map<string, UnderWay>();
      const order = own.get(oid) ?? { form, from: now, to: Infinity };
      docks.set(dockOID, own.set(oid, order));
      return () => void (order.to = clock.mono());
    },
    /** Whether another order with the same effect was on its way since this one was sent, or shortly before. */
    isContested({ oid, dockOID }: Pick<Command, 'oid' | 'dockOID'>): boolean {
      const orders = docks.get(dockOID);
      const own = orders?.get(oid);
      if (!orders || !own) return false;
      // Asked for each watched order at every message of its dock: nothing is copied.
      for (const [other, { form, to }] of orders)
        if (other !== oid && form === own.form && to + echo >= own.from) return true;
      return false;
    },
  };
};

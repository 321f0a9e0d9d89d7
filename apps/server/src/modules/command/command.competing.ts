import { limits, type OrderForm } from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Command } from './command.store.ts';

interface UnderWay {
  dockOID: string;
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
  const orders = new Map<string, UnderWay>();
  /** The effect of an order may show this much later. */
  const echo = limits.command.resolveFor;

  return {
    /** @returns to be called when nobody waits for its answer any more */
    begun({ oid, dockOID }: Pick<Command, 'oid' | 'dockOID'>, form: OrderForm | null): () => void {
      const now = clock.mono();
      for (const [old, { to }] of orders) if (now - to > 2 * echo) orders.delete(old);
      const order = orders.get(oid) ?? { dockOID, form, from: now, to: Infinity };
      orders.set(oid, order);
      return () => void (order.to = clock.mono());
    },
    /** Whether another order with the same effect was on its way since this one was sent, or shortly before. */
    isContested({ oid, dockOID }: Pick<Command, 'oid' | 'dockOID'>): boolean {
      const own = orders.get(oid);
      if (!own) return false;
      return [...orders].some(
        ([other, { form, dockOID: dock, to }]) =>
          other !== oid && dock === dockOID && form === own.form && to + echo >= own.from,
      );
    },
  };
};

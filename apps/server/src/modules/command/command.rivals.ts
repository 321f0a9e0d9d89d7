import { limits, type OrderForm } from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Command } from './command.store.ts';

interface UnderWay {
  dockOID: string;
  form: OrderForm | null;
  from: number;
  /** While it is sent and waits for its answer: for ever. */
  to: number;
}

/**
 * Orders that are, or just were, under way to a dock. Of two that have the same effect either may be the cause of what
 * the dock then shows.
 */
export const createRivals = (clock: Clock) => {
  const orders = new Map<string, UnderWay>();
  /** What an order did may show this much later. */
  const echo = limits.command.resolveFor;

  return {
    /** @returns what is called when nobody waits for its answer any more */
    begun({ oid, dockOID }: Pick<Command, 'oid' | 'dockOID'>, form: OrderForm | null): () => void {
      const now = clock.mono();
      for (const [old, { to }] of orders) if (now - to > 2 * echo) orders.delete(old);
      const order = orders.get(oid) ?? { dockOID, form, from: now, to: Infinity };
      orders.set(oid, order);
      return () => void (order.to = clock.mono());
    },
    /** Was another order with the effect of this one under way since this one was sent, or shortly before. */
    contest({ oid, dockOID }: Pick<Command, 'oid' | 'dockOID'>): boolean {
      const own = orders.get(oid);
      if (!own) return false;
      return [...orders].some(
        ([other, { form, dockOID: dock, to }]) =>
          other !== oid && dock === dockOID && form === own.form && to + echo >= own.from,
      );
    },
  };
};

import { encodeLive, limits, liveTopics, memberMethods, type OrderOffers } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { momentOf } from './command.offer.ts';
import type { CommandPlans } from './command.plan.ts';
import { offerByState } from './command.state-rules.ts';

const { askedFor, repeatEvery } = limits.orderOffers;

interface OrderOfferDependencies {
  plans: CommandPlans;
  linkOf(dockOID: string): DockLink | null;
  /** Hands a message to the broker; it does not wait and does not throw. */
  publish(topic: string, payload: string): void;
}

/** What the state of a link has against each order that members give. @param now monotonic ms */
const offersOf = (link: DockLink, now: number, plans: CommandPlans): OrderOffers['orders'] => {
  const moment = momentOf(link, now);
  return memberMethods.map((method) => ({ method, refusedFor: offerByState(method, moment, plans) }));
};

/**
 * Says of the links that pages show which orders would be refused now, and why: once a second at most, when that changes,
 * and now and then unchanged. Nobody's order waits for it, and none is decided by it.
 */
export const createOrderOffers = (
  { clock, serverTime, log }: Pick<Runtime, 'clock' | 'serverTime' | 'log'>,
  { plans, linkOf, publish }: OrderOfferDependencies,
) => {
  /** Until when somebody looks at a link, monotonic ms. */
  const until = new WeakMap<DockLink, number>();
  const published = new WeakMap<DockLink, { at: number; orders: string }>();

  const publishDue = (link: DockLink, now: number): void => {
    const { oid, groupRoot } = link.dock;
    const orders = offersOf(link, now, plans);
    const text = JSON.stringify(orders);
    const last = published.get(link);
    if (last?.orders === text && now - last.at < repeatEvery) return;
    published.set(link, { at: now, orders: text });
    const at = Math.round(serverTime());
    publish(liveTopics.orderOffers.topic(groupRoot, oid), encodeLive('orderOffers', oid, { at, orders }, at));
  };

  return {
    /** Pages show these links; most are of other gateways. */
    watched(dockOIDs: readonly string[]): void {
      const by = clock.mono() + askedFor;
      for (const dockOID of dockOIDs) {
        const link = linkOf(dockOID);
        if (link) until.set(link, by);
      }
    },
    /** Once a second for each link: what nobody looks at costs nothing. @param now monotonic ms */
    tick(link: DockLink, now: number): void {
      const by = until.get(link);
      if (by === undefined) return;
      if (now > by) {
        until.delete(link);
        // Whoever comes next is not to wait for a change.
        published.delete(link);
        return;
      }
      try {
        publishDue(link, now);
      } catch (error) {
        // In the beat of the protocol's own clocks: what is only shown must not hold them up.
        log.warn({ err: error, dock: link.dock.oid }, 'what may be ordered was not published');
      }
    },
  };
};
export type OrderOffering = ReturnType<typeof createOrderOffers>;

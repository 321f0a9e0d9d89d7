import { refusedFor, type CommandMethod, type OrderFacts } from '@eyrie/domain';
import { gatewayOrders } from '@eyrie/dji';
import { factsOf, type DockLink } from '../dock/index.ts';
import type { CommandPlan, Offer, OfferMoment } from './command.plan.ts';

/** A link at one moment. What it shows is gathered once, however many orders ask for it. @param now monotonic ms */
export const momentOf = (link: DockLink, now: number): OfferMoment => {
  let known: OrderFacts | undefined;
  return { link, now, facts: () => (known ??= factsOf(link, now)) };
};

/** By the declaration of an order alone, on what dock and aircraft show. */
export const offerDeclared =
  (method: CommandMethod): Offer =>
  ({ facts }) => {
    const reason = refusedFor(method, facts());
    return reason && { reason };
  };

/** The same of an order that a gateway of the Cloud API may lack by its documents. */
export const offerWhereKnown = (method: CommandMethod): Offer => {
  const declared = offerDeclared(method);
  return (moment) =>
    gatewayOrders(moment.link.dock.model, method) ? declared(moment) : { reason: 'methodMissing' };
};

/** An order of which the state of its device alone decides, whatever it is given with. */
export const stateAlone = (
  offer: Offer,
): Required<Pick<CommandPlan, 'offer'>> & Pick<CommandPlan, 'refuse'> => ({
  offer,
  refuse: ({ link, now }) => offer(momentOf(link, now)),
});

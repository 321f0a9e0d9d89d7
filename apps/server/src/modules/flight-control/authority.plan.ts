import { flightAuthorityGrab, gatewayOrders, payloadAuthorityGrab, type Service } from '@eyrie/dji';
import { limits, type CommandMethod } from '@eyrie/domain';
import { momentOf, stateAlone, type CommandPlan, type Offer, type PlanContext } from '../command/index.ts';
import { telemetryOf } from '../dock/index.ts';

const indexOf = ({ command }: Pick<PlanContext, 'command'>): string =>
  String(command.arguments['payloadIndex']);

const offerOf =
  (method: CommandMethod): Offer =>
  ({ link, now }) => {
    if (!gatewayOrders(link.dock.model, method)) return { reason: 'methodMissing' };
    return telemetryOf(link, now).online ? null : { reason: 'droneOff' };
  };
const offerPayload = offerOf('authorityPayload');

const once = (service: (context: PlanContext) => Service): CommandPlan['steps'] => {
  const steps: CommandPlan['steps'] = async (context) => [
    async () => ({ service: service(context), ack: limits.command.ack, bid: context.command.oid }),
  ];
  return steps;
};

/** The dock takes the flight: its own answer is the outcome. */
export const authorityFlightPlan: CommandPlan = {
  ...stateAlone(offerOf('authorityFlight')),
  steps: once(flightAuthorityGrab),
};

/** The dock takes a payload that the aircraft reports: its own answer is the outcome. */
export const authorityPayloadPlan: CommandPlan = {
  offer: offerPayload,
  refuse: (context) => {
    const refused = offerPayload(momentOf(context.link, context.now));
    if (refused) return refused;
    const { payloadIndex } = telemetryOf(context.link, context.now).camera;
    return payloadIndex === indexOf(context) ? null : { reason: 'cameraMissing' };
  },
  steps: once((context) => payloadAuthorityGrab(indexOf(context))),
};

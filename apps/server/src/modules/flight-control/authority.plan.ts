import { flightAuthorityGrab, gatewayOrders, payloadAuthorityGrab, type Service } from '@eyrie/dji';
import { limits, type CommandMethod } from '@eyrie/domain';
import type { CommandPlan, PlanContext, PlanRefusal } from '../command/index.ts';
import { telemetryOf } from '../dock/index.ts';

const indexOf = ({ command }: Pick<PlanContext, 'command'>): string =>
  String(command.arguments['payloadIndex']);

const refusedBy = (method: CommandMethod, { link, now }: PlanContext): PlanRefusal | null => {
  if (!gatewayOrders(link.dock.model, method)) return { reason: 'methodMissing' };
  return telemetryOf(link, now).online ? null : { reason: 'droneOff' };
};

const once = (service: (context: PlanContext) => Service): CommandPlan['steps'] => {
  const steps: CommandPlan['steps'] = async (context) => [
    async () => ({ service: service(context), ack: limits.command.ack, bid: context.command.oid }),
  ];
  return steps;
};

/** The dock takes the flight: its own answer is the outcome. */
export const authorityFlightPlan: CommandPlan = {
  refuse: (context) => refusedBy('authorityFlight', context),
  steps: once(flightAuthorityGrab),
};

/** The dock takes a payload that the aircraft reports: its own answer is the outcome. */
export const authorityPayloadPlan: CommandPlan = {
  refuse: (context) => {
    const refused = refusedBy('authorityPayload', context);
    if (refused) return refused;
    const { payloadIndex } = telemetryOf(context.link, context.now).camera;
    return payloadIndex === indexOf(context) ? null : { reason: 'cameraMissing' };
  },
  steps: once((context) => payloadAuthorityGrab(indexOf(context))),
};

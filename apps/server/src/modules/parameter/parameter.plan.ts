import {
  dockParameters,
  limits,
  offerSetting,
  type DockParameterName,
  type DockParameterValue,
} from '@eyrie/domain';
import { gatewayHas, parametersOf, parameterService, type Service } from '@eyrie/dji';
import type { CommandPlan, Offer, PlanContext } from '../command/index.ts';
import { droneOnline, motionOf, type DockLink } from '../dock/index.ts';

interface Asked {
  name: DockParameterName;
  value: DockParameterValue;
}

/** The request of the call was checked before it was stored. */
const askedOf = ({ command }: Pick<PlanContext, 'command'>): Asked => command.arguments as unknown as Asked;

const heldOf = (link: DockLink, name: DockParameterName): DockParameterValue | null =>
  parametersOf({ dock: link.dockSnapshot.values, drone: link.droneSnapshot.values })[name];

const serviceOf = (context: Pick<PlanContext, 'command'>): Service => {
  const { name, value } = askedOf(context);
  return parameterService(name, value);
};

/** What stands against a change of any setting, by what the dock does. */
const atWork = (link: DockLink, now: number): { airborne: boolean; busy: boolean } => ({
  airborne: motionOf(link, now).airborne,
  busy: link.job !== null || link.flightOID !== null,
});

/** As of a setting that the device has: which one, only the order says. */
const offer: Offer = ({ link, now }) => {
  const reason = offerSetting({ ...atWork(link, now), droneOff: false, held: true });
  return reason && { reason };
};

/**
 * Sets one property of a dock or its aircraft. The answer of the device is not the success: what it reports of itself
 * afterwards is.
 */
const setParameter: CommandPlan = {
  offer,
  refuse(context) {
    const { link, now } = context;
    const { name } = askedOf(context);
    const { device } = dockParameters[name];
    if (!gatewayHas(link.dock.model, serviceOf(context).method)) return { reason: 'methodMissing' };
    const reason = offerSetting({
      ...atWork(link, now),
      droneOff: device === 'drone' && !droneOnline(link, now),
      held: heldOf(link, name),
    });
    return reason && { reason };
  },
  authorise: async () => async (_, context) => {
    const { name, value } = askedOf(context);
    return heldOf(context.link, name) === value ? { nothingToSend: 'held' } : undefined;
  },
  steps: async (context) => {
    const service = serviceOf(context);
    return [async () => ({ service, ack: limits.command.ack, bid: null })];
  },
  observe(context) {
    const { name, value } = askedOf(context);
    return heldOf(context.link, name) === value ? { state: 'succeeded', firm: true } : null;
  },
};

/** What may be ordered about the limits and settings of a dock. */
export const parameterPlans = { setParameter };

import { gatewayOrders, stealthService } from '@eyrie/dji';
import { limits, stealthRefusal, type StealthMethod } from '@eyrie/domain';
import { stateAlone, type CommandPlan, type Offer } from '../command/index.ts';
import { telemetryOf } from '../dock/index.ts';

const offerOf =
  (method: StealthMethod): Offer =>
  ({ link, now }) => {
    if (!gatewayOrders(link.dock.model, method)) return { reason: 'methodMissing' };
    const { online, camera } = telemetryOf(link, now);
    const reason = stealthRefusal({ online, sticks: camera.sticks });
    return reason && { reason };
  };

/** One message, whose answer is its success: whether the lights are out, the aircraft reports by itself. */
const plan = (method: StealthMethod): CommandPlan => ({
  ...stateAlone(offerOf(method)),
  steps: async ({ command }) => [
    async () => ({
      service: stealthService(method === 'stealthOpen'),
      ack: limits.command.ack,
      bid: command.oid,
    }),
  ],
});

/** How the lights of an aircraft are put out, and let shine again. */
export const stealthPlans: Readonly<Record<StealthMethod, CommandPlan>> = {
  stealthOpen: plan('stealthOpen'),
  stealthClose: plan('stealthClose'),
};

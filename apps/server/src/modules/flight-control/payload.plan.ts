import { gatewayHas } from '@eyrie/dji';
import {
  limits,
  payloadRefusal,
  type CameraFacts,
  type PayloadCommand,
  type PayloadData,
} from '@eyrie/domain';
import type { CommandPlan, PlanContext, PlanRefusal } from '../command/index.ts';
import { telemetryOf, type DockLink } from '../dock/index.ts';

const cameraOf = (link: DockLink, now: number): CameraFacts => {
  const { online, airborne, camera } = telemetryOf(link, now);
  return { online, airborne, ...camera };
};

const asked = ({ command }: Pick<PlanContext, 'command'>) =>
  command.arguments as unknown as { cmd: PayloadCommand; data: PayloadData };

const refuse = (context: PlanContext): PlanRefusal | null => {
  const { link, now } = context;
  const { cmd, data } = asked(context);
  if (!gatewayHas(link.dock.model, cmd)) return { reason: 'methodMissing' };
  const reason = payloadRefusal(cmd, data, cameraOf(link, now));
  return reason && { reason };
};

/** How camera and gimbal are ordered: one service, whose acknowledgement is its success. */
export const payloadPlan: CommandPlan = {
  refuse,
  steps: async (context) => {
    const { cmd, data } = asked(context);
    return [
      async () => ({
        service: { method: cmd, data },
        ack: limits.command.ack,
        bid: context.command.oid,
      }),
    ];
  },
};

import { gatewayHas, type Service } from '@eyrie/dji';
import {
  goesBySticks,
  limits,
  payloadRefusal,
  setsAircraft,
  setsProperty,
  type CameraFacts,
  type PayloadCommand,
  type PayloadData,
} from '@eyrie/domain';
import type { CommandPlan, PlanContext, PlanRefusal } from '../command/index.ts';
import { telemetryOf, type DockLink } from '../dock/index.ts';

const cameraOf = (link: DockLink, now: number): CameraFacts => {
  const { online, airborne, camera } = telemetryOf(link, now);
  return { online, airborne, ...camera, focus: camera.settings?.focus ?? null };
};

const asked = ({ command }: Pick<PlanContext, 'command'>) =>
  command.arguments as unknown as { cmd: PayloadCommand; data: PayloadData };

/** Properties are listed by their names under a name of their own. */
const methodOf = (cmd: PayloadCommand): string => (setsProperty(cmd) ? `property/${cmd}` : cmd);

const serviceOf = (cmd: PayloadCommand, data: PayloadData): Service => {
  if (!setsProperty(cmd)) return { method: cmd, data, ...(goesBySticks(cmd) ? { bySticks: true } : {}) };
  const { payload_index: index, ...members } = data;
  const set = setsAircraft(cmd) ? { [cmd]: members } : { [String(index)]: { [cmd]: data[cmd] } };
  return { method: methodOf(cmd), property: true, data: set };
};

const refuse = (context: PlanContext): PlanRefusal | null => {
  const { link, now } = context;
  const { cmd, data } = asked(context);
  if (!gatewayHas(link.dock.model, methodOf(cmd))) return { reason: 'methodMissing' };
  const reason = payloadRefusal(cmd, data, cameraOf(link, now));
  return reason && { reason };
};

/** How camera and gimbal are ordered: one service or property, whose acknowledgement is its success. */
export const payloadPlan: CommandPlan = {
  refuse,
  steps: async (context) => {
    const { cmd, data } = asked(context);
    return [
      async () => ({
        service: serviceOf(cmd, data),
        ack: limits.command.ack,
        bid: context.command.oid,
      }),
    ];
  },
};

import { openCommandNames, openDeviceTopic, type OpenCommand, type OpenCommandName } from '@eyrie/domain';
import { encodeBySticks, encodeService, gatewayHas, topics } from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import { provedAddress, wireOf, type DockLink } from '../dock/index.ts';
import type { Step } from './command.plan.ts';

export interface WireOrder {
  link: DockLink;
  step: Step;
  tid: string;
  bid: string;
  /** Epoch ms by the server's clock. */
  issuedAt: number;
  expiresAt: number;
  /** Epoch ms by the clock of this machine. */
  now: number;
}

/** How an order is said to a device: the one thing that differs from wire to wire once it is authorised. */
export interface CommandWire {
  /** Whether the device has a method. What one answers to a method that it lacks is written nowhere. */
  has(link: DockLink, method: string): boolean;
  /**
   * @returns `seq` of what goes over the link of sticks: its answer repeats that, and nothing else
   * @throws Refusal `notProved`: the topic is made from the proved link alone; `drcMissing`: the link of sticks is closed
   */
  encode(order: WireOrder): { topic: string; payload: string; seq?: number };
}

const bySticks = (sn: string, { sticks }: DockLink, { service }: Step) => {
  if (!sticks) throw new Refusal('drcMissing');
  const seq = sticks.nextSeq();
  return { topic: topics.drcDown(sn), payload: encodeBySticks(seq, service), seq };
};

const cloud: CommandWire = {
  has: (link, method) => gatewayHas(link.dock.model, method),
  encode({ link, step, tid, bid, now }) {
    const { sn } = provedAddress(link.dock);
    if (step.service.bySticks) return bySticks(sn, link, step);
    return {
      topic: step.service.property ? topics.propertySet(sn) : topics.services(sn),
      payload: encodeService({ tid, bid, timestamp: now, gateway: sn, service: step.service }),
    };
  },
};

const isOpenName = (method: string): method is OpenCommandName =>
  (openCommandNames as readonly string[]).includes(method);

const open: CommandWire = {
  has: ({ open: device }, method) =>
    isOpenName(method) && (method === 'stop' || device?.hello?.commands.includes(method) === true),
  encode: ({ link, step, tid, issuedAt, expiresAt }) => ({
    topic: openDeviceTopic(provedAddress(link.dock).sn, 'command'),
    payload: JSON.stringify({
      id: tid,
      name: step.service.method as OpenCommandName,
      arguments: (step.service.data ?? {}) as Record<string, unknown>,
      issuedAt: Math.round(issuedAt),
      expiresAt: Math.round(expiresAt),
    } satisfies OpenCommand),
  }),
};

export const commandWireOf = ({ dock }: DockLink): CommandWire => (wireOf(dock) === 'open' ? open : cloud);

import { drcState, stickFrame, type DrcState, type StickHolder } from '@eyrie/domain';
import { z } from 'zod';
import type { BrokerClient } from '../../platform/mqtt/index.ts';

/** What the server that has the page says to the gateway that has the dock; neither browsers nor devices may. */
const upTopic = 'eyrie/drc/up';
/** … and the other way. */
const downTopic = 'eyrie/drc/down';

const sender = {
  dockOID: z.string(),
  memberOID: z.string(),
  sessionOID: z.string(),
  tabId: z.string(),
  epoch: z.number().int(),
};
const said = z.discriminatedUnion('kind', [
  /** `readAt`: when the sticks were read, server epoch ms. */
  z.object({ kind: z.literal('frame'), ...sender, frame: stickFrame, readAt: z.number() }),
  z.object({ kind: z.literal('stop'), ...sender }),
]);
export type DrcSaid = z.output<typeof said>;

const heard = z.object({ dockOID: z.string(), sessionOID: z.string(), tabId: z.string(), state: drcState });
export type DrcHeard = z.output<typeof heard>;

const read = <Shape extends z.ZodType>(shape: Shape, payload: Buffer): z.output<Shape> | null => {
  try {
    return shape.safeParse(JSON.parse(payload.toString())).data ?? null;
  } catch {
    return null;
  }
};

/** Who flies, as a message names them. */
export const holderOf = ({ memberOID, sessionOID, tabId, epoch }: StickHolder): StickHolder => ({
  memberOID,
  sessionOID,
  tabId,
  epoch,
});

/** The way of frames between servers: through the broker, where each is passed on at once or lost. */
export const createDrcChannel = (broker: Pick<BrokerClient, 'publish' | 'subscribe' | 'onMessage'>) => ({
  say: (one: DrcSaid): Promise<void> => broker.publish(upTopic, JSON.stringify(one), { qos: 0 }),
  report: (dockOID: string, { sessionOID, tabId }: StickHolder, state: DrcState): Promise<void> =>
    broker.publish(downTopic, JSON.stringify({ dockOID, sessionOID, tabId, state } satisfies DrcHeard), {
      qos: 0,
    }),
  /** For gateways. @returns stops listening */
  async listen(take: (one: DrcSaid) => void): Promise<() => void> {
    const stop = broker.onMessage((topic, payload) => {
      const one = topic === upTopic ? read(said, payload) : null;
      if (one) take(one);
    });
    await broker.subscribe([upTopic]);
    return stop;
  },
  /** For servers with pages. @returns stops listening */
  async hear(take: (one: DrcHeard) => void): Promise<() => void> {
    const stop = broker.onMessage((topic, payload) => {
      const one = topic === downTopic ? read(heard, payload) : null;
      if (one) take(one);
    });
    await broker.subscribe([downTopic]);
    return stop;
  },
});
export type DrcChannel = ReturnType<typeof createDrcChannel>;

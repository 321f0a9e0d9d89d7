import {
  drcState,
  landingAnswer,
  stickFrame,
  stickLandings,
  type DrcState,
  type LandingAnswer,
  type StickHolder,
} from '@eyrie/domain';
import { z } from 'zod';
import type { BrokerClient } from '../../platform/mqtt/index.ts';

/** What the server that has the page says to the gateway that has the dock; neither browsers nor devices may. */
const upTopic = (dockOID: string): string => `eyrie/drc/up/${dockOID}`;
/** … and the other way. */
const downTopic = (dockOID: string): string => `eyrie/drc/down/${dockOID}`;

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
  z.object({ kind: z.literal('askLanding'), ...sender, landing: z.enum(stickLandings) }),
  z.object({ kind: z.literal('land'), ...sender, landing: z.enum(stickLandings), nonce: z.string() }),
]);
export type DrcSaid = z.output<typeof said>;

const heard = z.object({
  dockOID: z.string(),
  sessionOID: z.string(),
  tabId: z.string(),
  state: drcState,
  /** To whoever took a step of a landing. */
  answer: landingAnswer.nullable().default(null),
});
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

type Broker = Pick<BrokerClient, 'publish' | 'subscribe' | 'unsubscribe' | 'onMessage'>;

/** Who listens on which topic: a topic is subscribed to as long as somebody does. */
const createListeners = (broker: Pick<Broker, 'subscribe' | 'unsubscribe' | 'onMessage'>) => {
  const listeners = new Map<string, Set<(payload: Buffer) => void>>();
  let attached = false;
  const attach = (): void => {
    if (attached) return;
    attached = true;
    broker.onMessage((topic, payload) => {
      for (const take of listeners.get(topic) ?? []) take(payload);
    });
  };
  const turns = new Map<string, Promise<void>>();
  /** One after the other for each topic: a broker may take what comes at once in any order. */
  const inTurn = (topic: string, work: () => Promise<void>): Promise<void> => {
    const turn = (turns.get(topic) ?? Promise.resolve()).then(work);
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (turns.get(topic) === over) turns.delete(topic);
      });
    turns.set(topic, over);
    return turn;
  };
  const leave = (topic: string, take: (payload: Buffer) => void): void => {
    const those = listeners.get(topic);
    if (!those?.delete(take) || those.size > 0) return;
    listeners.delete(topic);
    inTurn(topic, async () => {
      if (!listeners.has(topic)) await broker.unsubscribe([topic]);
    }).catch(() => undefined);
  };
  return async (topic: string, take: (payload: Buffer) => void): Promise<() => void> => {
    attach();
    const those = listeners.get(topic);
    if (those) those.add(take);
    else listeners.set(topic, new Set([take]));
    try {
      await inTurn(topic, () => broker.subscribe([topic]));
    } catch (error) {
      leave(topic, take);
      throw error;
    }
    return () => leave(topic, take);
  };
};

/**
 * The way of frames between servers: through the broker, where each is passed on at once or lost. A server hears the
 * frames of docks that it flies or shows, and of no others.
 */
export const createDrcChannel = (broker: Broker) => {
  const listenTo = createListeners(broker);
  return {
    say: (one: DrcSaid): Promise<void> =>
      broker.publish(upTopic(one.dockOID), JSON.stringify(one), { qos: 0 }),
    /**
     * To whoever flies. The last report of a run resolves once the broker has acknowledged it: brokers handle what one
     * connection says in its order, so that the frames before it are no longer with the broker either.
     */
    report: (
      dockOID: string,
      { sessionOID, tabId }: Pick<StickHolder, 'sessionOID' | 'tabId'>,
      state: DrcState,
      answer: LandingAnswer | null = null,
    ): Promise<void> =>
      broker.publish(
        downTopic(dockOID),
        JSON.stringify({ dockOID, sessionOID, tabId, state, answer } satisfies DrcHeard),
        { qos: state.endedBy === null ? 0 : 1 },
      ),
    /** For the gateway of a dock. @returns stops listening */
    listen: (dockOID: string, take: (one: DrcSaid) => void): Promise<() => void> =>
      listenTo(upTopic(dockOID), (payload) => {
        const one = read(said, payload);
        if (one?.dockOID === dockOID) take(one);
      }),
    /** For a server with a page that flies the dock. @returns stops listening */
    hear: (dockOID: string, take: (one: DrcHeard) => void): Promise<() => void> =>
      listenTo(downTopic(dockOID), (payload) => {
        const one = read(heard, payload);
        if (one) take(one);
      }),
  };
};
export type DrcChannel = ReturnType<typeof createDrcChannel>;

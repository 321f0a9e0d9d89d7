import { randomUUID } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';

export interface Wish {
  memberOID: string;
  dockOID: string;
  key: string;
}

export interface SentWishes extends Unit {
  /** Before the gateway sends. False when the wish went out already, or is about to. */
  claim(wish: Wish): boolean;
  /** Before the emergency way sends: the same, asked of every server. Silence of the others lets it go out. */
  claimEverywhere(wish: Wish): Promise<boolean>;
  /** Tells whether a gateway of this process speaks to a dock; it then answers for the dock. */
  answerFor(speaksTo: (dockOID: string) => boolean): void;
}

const askTopic = 'eyrie/wish/ask';
const answerTopic = (server: string): string => `eyrie/wish/answer/${server}`;

interface Question extends Wish {
  id: string;
  /** Where the answer goes; also decides between two that ask at the same time. */
  from: string;
}

const parsed = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
};

/**
 * Return-home and hover have two ways out: the gateway, and the emergency way when the database fails under them,
 * maybe on another server. Whichever comes first claims the wish; the other must not send it again. The gateway
 * that speaks to the dock decides, asked through the broker, because the database is what is missing.
 */
export const createSentWishes = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  broker: Pick<BrokerClient, 'publish' | 'subscribe' | 'onMessage'>,
): SentWishes => {
  const own = randomUUID();
  const claimed = new Map<string, number>();
  /** What this server asks about at the moment. */
  const asking = new Map<string, (free: boolean) => void>();
  const stops: (() => void)[] = [];
  let speaksTo: (dockOID: string) => boolean = () => false;
  const nameOf = ({ memberOID, dockOID, key }: Wish): string => `${memberOID} ${dockOID} ${key}`;

  const claim = (wish: Wish): boolean => {
    const now = clock.mono();
    for (const [old, at] of claimed) if (now - at > limits.command.wishLife) claimed.delete(old);
    if (claimed.has(nameOf(wish))) return false;
    claimed.set(nameOf(wish), now);
    return true;
  };

  const answer = ({ id, from }: Question, free: boolean): void => {
    broker
      .publish(answerTopic(from), JSON.stringify({ id, free }), { qos: 0 })
      .catch((error: unknown) => log.debug({ err: error }, 'claim of a wish not answered'));
  };

  const asked = (question: Question): void => {
    if (question.from === own) return;
    const mine = asking.get(question.id);
    // Remembered by everybody: this server may speak to the dock before the order has run out.
    const free = claim(question);
    if (speaksTo(question.dockOID)) answer(question, free);
    else if (mine && own > question.from) mine(false);
    else if (!free) answer(question, false);
  };

  return {
    name: 'sent wishes',
    claim,
    async claimEverywhere(wish) {
      if (!claim(wish)) return false;
      if (speaksTo(wish.dockOID)) return true;
      const id = nameOf(wish);
      let timer: NodeJS.Timeout | undefined;
      const verdict = new Promise<boolean>((resolve) => {
        asking.set(id, resolve);
        timer = setTimeout(() => resolve(true), limits.command.wishAnswer);
      });
      try {
        const question: Question = { id, from: own, ...wish };
        await broker.publish(askTopic, JSON.stringify(question), { qos: 0 });
        return await verdict;
      } finally {
        clearTimeout(timer);
        asking.delete(id);
      }
    },
    answerFor(test) {
      speaksTo = test;
    },
    async start() {
      stops.push(
        broker.onMessage((topic, payload) => {
          if (topic === askTopic) {
            const question = parsed(payload) as Question | null;
            if (question) asked(question);
          } else if (topic === answerTopic(own)) {
            const said = parsed(payload) as { id: string; free: boolean } | null;
            if (said) asking.get(said.id)?.(said.free);
          }
        }),
      );
      await broker.subscribe([askTopic, answerTopic(own)]);
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
    },
  };
};

import { randomUUID } from 'node:crypto';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Wish } from './wish-claims.ts';

const askTopic = 'eyrie/wish/ask';
const answerTopic = (server: string): string => `eyrie/wish/answer/${server}`;

export interface Question extends Wish {
  id: string;
  /** Where the answer goes; also decides between those that ask at the same time. */
  from: string;
}

export interface Answer {
  id: string;
  free: boolean;
  /** The gateway of the dock and whoever has sent decide; one that asks too decides only where no gateway is. */
  final: boolean;
}

const parsed = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
};

/** What servers say to each other about a wish: through the broker, because the database is what is missing. */
export const createWishLine = (
  log: Runtime['log'],
  broker: Pick<BrokerClient, 'publish' | 'subscribe' | 'onMessage'>,
) => {
  /** This server, to the others. */
  const own = randomUUID();
  return {
    own,
    /** Rejects without a broker. */
    ask: (id: string, wish: Wish): Promise<void> =>
      broker.publish(askTopic, JSON.stringify({ id, from: own, ...wish } satisfies Question), { qos: 0 }),
    answer({ id, from }: Question, said: Omit<Answer, 'id'>): void {
      broker
        .publish(answerTopic(from), JSON.stringify({ id, ...said } satisfies Answer), { qos: 0 })
        .catch((error: unknown) => log.debug({ err: error }, 'claim of a wish not answered'));
    },
    /** Gives what ends the hearing. */
    hear: (asked: (question: Question) => void, answered: (answer: Answer) => void): (() => void) =>
      broker.onMessage((topic, payload) => {
        if (topic === askTopic) {
          const question = parsed(payload) as Question | null;
          if (question && question.from !== own) asked(question);
        } else if (topic === answerTopic(own)) {
          const answer = parsed(payload) as Answer | null;
          if (answer) answered(answer);
        }
      }),
    subscribe: (): Promise<void> => broker.subscribe([askTopic, answerTopic(own)]),
  };
};
export type WishLine = ReturnType<typeof createWishLine>;

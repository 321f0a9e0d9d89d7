import { randomUUID } from 'node:crypto';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { EmergencyIntent } from './intent-claims.ts';

const askTopic = 'eyrie/intent/ask';
const answerTopic = (server: string): string => `eyrie/intent/answer/${server}`;

export interface Question extends EmergencyIntent {
  id: string;
  /** The server that asks. It gets the answer; of two that ask at once the lower name wins. */
  from: string;
}

export interface Answer {
  id: string;
  free: boolean;
  /** True from the dock's gateway and from the server that sent. A server that asks too decides only where no gateway is. */
  final: boolean;
}

const parsed = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
};

/** Messages between servers about an intent. They use the broker, because the database is what has failed. */
export const createIntentChannel = (
  log: Runtime['log'],
  broker: Pick<BrokerClient, 'publish' | 'subscribe' | 'onMessage'>,
) => {
  /** The name of this server for the others. */
  const own = randomUUID();
  return {
    own,
    /** Rejects without a broker. */
    ask: (id: string, intent: EmergencyIntent): Promise<void> =>
      broker.publish(askTopic, JSON.stringify({ id, from: own, ...intent } satisfies Question), { qos: 0 }),
    answer({ id, from }: Question, answer: Omit<Answer, 'id'>): void {
      broker
        .publish(answerTopic(from), JSON.stringify({ id, ...answer } satisfies Answer), { qos: 0 })
        .catch((error: unknown) => log.debug({ err: error }, 'claim of an intent not answered'));
    },
    /** @returns stops listening */
    listen: (onQuestion: (question: Question) => void, onAnswer: (answer: Answer) => void): (() => void) =>
      broker.onMessage((topic, payload) => {
        if (topic === askTopic) {
          const question = parsed(payload) as Question | null;
          if (question && question.from !== own) onQuestion(question);
        } else if (topic === answerTopic(own)) {
          const answer = parsed(payload) as Answer | null;
          if (answer) onAnswer(answer);
        }
      }),
    subscribe: (): Promise<void> => broker.subscribe([askTopic, answerTopic(own)]),
  };
};
export type IntentChannel = ReturnType<typeof createIntentChannel>;

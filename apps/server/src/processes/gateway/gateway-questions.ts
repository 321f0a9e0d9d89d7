import { randomUUID } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the other gateway sends
const parsed = <T>(payload: Buffer): T | null => {
  try {
    return JSON.parse(payload.toString()) as T;
  } catch {
    return null;
  }
};

/**
 * Asks for the present state of a dock, which only the gateway that owns it knows. A question goes to all gateways and
 * the owner answers.
 * @param subject names the question on the broker
 */
export const createGatewayQuestions = <Question extends { dockOID: string }, Answer>(
  runtime: Pick<Runtime, 'log'>,
  broker: BrokerClient,
  subject: string,
) => {
  const own = randomUUID();
  const askTopic = `eyrie/${subject}/ask`;
  const answerTopic = (id: string): string => `eyrie/${subject}/answer/${id}`;
  const waiting = new Map<string, (found: Answer | null) => void>();
  const stops: (() => void)[] = [];

  const answer = async (
    { id, to, asked }: { id: string; to: string; asked: Question },
    answerFor: (asked: Question) => Promise<Answer | null>,
  ): Promise<void> => {
    const found = await answerFor(asked);
    if (found !== null)
      await broker.publish(answerTopic(to), JSON.stringify({ id, told: found }), { qos: 0 });
  };

  return {
    /** @param answerFor null for a dock of another gateway; itself null: this server has no docks */
    async start(answerFor: ((asked: Question) => Promise<Answer | null>) | null) {
      stops.push(
        broker.onMessage((topic, payload) => {
          if (topic === answerTopic(own)) {
            const answered = parsed<{ id: string; told: Answer }>(payload);
            if (answered) waiting.get(answered.id)?.(answered.told);
          } else if (topic === askTopic && answerFor) {
            const question = parsed<{ id: string; to: string; asked: Question }>(payload);
            if (question)
              answer(question, answerFor).catch((error: unknown) =>
                runtime.log.warn({ err: error, subject }, 'question of another server not answered'),
              );
          }
        }),
      );
      await broker.subscribe([answerTopic(own), ...(answerFor ? [askTopic] : [])]);
    },
    /** Null when no gateway answers for the dock within `wait` ms. */
    async ask(asked: Question, wait: number = limits.gateway.askAnswer): Promise<Answer | null> {
      const id = randomUUID();
      let timer: NodeJS.Timeout | undefined;
      const found = new Promise<Answer | null>((resolve) => {
        waiting.set(id, resolve);
        timer = setTimeout(() => resolve(null), wait);
      });
      try {
        await broker.publish(askTopic, JSON.stringify({ id, to: own, asked }), { qos: 0 });
        return await found;
      } catch {
        return null;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    stop(): void {
      for (const stop of stops) stop();
    },
  };
};

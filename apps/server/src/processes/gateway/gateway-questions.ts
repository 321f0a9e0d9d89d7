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
 * Only the gateway that has a dock knows its present state; any server can ask for it. A question goes to all gateways
 * and the one that has the dock answers.
 * @param subject names the question on the broker
 */
export const createGatewayQuestions = <Asked extends { dockOID: string }, Told>(
  runtime: Pick<Runtime, 'log'>,
  broker: BrokerClient,
  subject: string,
) => {
  const own = randomUUID();
  const askTopic = `eyrie/${subject}/ask`;
  const answerTopic = (id: string): string => `eyrie/${subject}/answer/${id}`;
  const waiting = new Map<string, (told: Told | null) => void>();
  const stops: (() => void)[] = [];

  const answer = async (
    { id, to, asked }: { id: string; to: string; asked: Asked },
    tell: (asked: Asked) => Promise<Told | null>,
  ): Promise<void> => {
    const told = await tell(asked);
    if (told !== null) await broker.publish(answerTopic(to), JSON.stringify({ id, told }), { qos: 0 });
  };

  return {
    /** @param tell gives null for a dock that is not here; null: this server has no docks */
    async start(tell: ((asked: Asked) => Promise<Told | null>) | null) {
      stops.push(
        broker.onMessage((topic, payload) => {
          if (topic === answerTopic(own)) {
            const answered = parsed<{ id: string; told: Told }>(payload);
            if (answered) waiting.get(answered.id)?.(answered.told);
          } else if (topic === askTopic && tell) {
            const question = parsed<{ id: string; to: string; asked: Asked }>(payload);
            if (question)
              answer(question, tell).catch((error: unknown) =>
                runtime.log.warn({ err: error, subject }, 'question of another server not answered'),
              );
          }
        }),
      );
      await broker.subscribe([answerTopic(own), ...(tell ? [askTopic] : [])]);
    },
    /** Null when no gateway answers for the dock within `wait` ms. */
    async ask(asked: Asked, wait: number = limits.gateway.askAnswer): Promise<Told | null> {
      const id = randomUUID();
      let timer: NodeJS.Timeout | undefined;
      const told = new Promise<Told | null>((resolve) => {
        waiting.set(id, resolve);
        timer = setTimeout(() => resolve(null), wait);
      });
      try {
        await broker.publish(askTopic, JSON.stringify({ id, to: own, asked }), { qos: 0 });
        return await told;
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

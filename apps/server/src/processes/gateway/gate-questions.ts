import { randomUUID } from 'node:crypto';
import { limits, type GateItem } from '@eyrie/domain';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

const askTopic = 'eyrie/gate/ask';
const answerTopic = (id: string): string => `eyrie/gate/answer/${id}`;

interface Question {
  id: string;
  /** Where the answer goes. */
  to: string;
  flightOID: string;
  dockOID: string;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the other gateway sends
const parsed = <T>(payload: Buffer): T | null => {
  try {
    return JSON.parse(payload.toString()) as T;
  } catch {
    return null;
  }
};

/**
 * Only the gateway that has a dock knows its present state; any server can be asked whether a flight may start.
 * The question goes to all gateways and the one that has the dock answers.
 */
export const createGateQuestions = (runtime: Runtime, broker: BrokerClient) => {
  const own = randomUUID();
  const waiting = new Map<string, (items: GateItem[] | null) => void>();
  const stops: (() => void)[] = [];

  return {
    /** `gateNow` answers null for a dock that is not here. */
    async start(gateNow: ((flightOID: string, dockOID: string) => Promise<GateItem[] | null>) | null) {
      stops.push(
        broker.onMessage((topic, payload) => {
          if (topic === answerTopic(own)) {
            const answer = parsed<{ id: string; items: GateItem[] }>(payload);
            if (answer) waiting.get(answer.id)?.(answer.items);
          } else if (topic === askTopic && gateNow) {
            const question = parsed<Question>(payload);
            if (!question) return;
            gateNow(question.flightOID, question.dockOID)
              .then(async (items) => {
                const body = JSON.stringify({ id: question.id, items });
                if (items) await broker.publish(answerTopic(question.to), body, { qos: 0 });
              })
              .catch((error: unknown) => runtime.log.warn({ err: error }, 'gate of a flight not told'));
          }
        }),
      );
      await broker.subscribe([answerTopic(own), ...(gateNow ? [askTopic] : [])]);
    },
    /** Null when no gateway answers for the dock. */
    async ask(flightOID: string, dockOID: string): Promise<GateItem[] | null> {
      const id = randomUUID();
      let timer: NodeJS.Timeout | undefined;
      const answer = new Promise<GateItem[] | null>((resolve) => {
        waiting.set(id, resolve);
        timer = setTimeout(() => resolve(null), limits.gateway.askAnswer);
      });
      try {
        await broker.publish(askTopic, JSON.stringify({ id, to: own, flightOID, dockOID }), { qos: 0 });
        return await answer;
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

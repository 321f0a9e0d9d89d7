import { randomUUID } from 'node:crypto';
import { commandRules, type CommandState } from '@eyrie/domain';
import { decodeEnvelope, decodeServiceReply, encodeService, topics, type Service } from '@eyrie/dji';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { JournalLine } from './emergency.journal.ts';

/** The answer of a dock to an emergency order: `unknown` without a code when it kept silent. */
export interface EmergencyOutcome {
  state: Extract<CommandState, 'accepted' | 'rejected' | 'unknown'>;
  code: number | null;
}

/**
 * Sends one message straight to a dock and waits for its answer. Rejects when the broker does not take it.
 * @param order `within`: ms after which it must not reach the dock
 */
export const exchangeWith = async (
  { clock }: Pick<Runtime, 'clock'>,
  broker: Pick<BrokerClient, 'publishCommand' | 'subscribe' | 'onMessage'>,
  sn: string,
  { method, service, within }: { method: JournalLine['method']; service: Service; within: number },
): Promise<EmergencyOutcome> => {
  const tid = randomUUID();
  const topic = topics.servicesReply(sn);
  await broker.subscribe([topic]);
  let stop: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const reply = new Promise<EmergencyOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'unknown', code: null }), commandRules[method].ack);
    stop = broker.onMessage((from, payload) => {
      if (from !== topic) return;
      const decoded = decodeEnvelope(payload);
      if (!decoded.ok || decoded.message.tid !== tid) return;
      const answer = decodeServiceReply(decoded.message.data, decoded.message.raw);
      if (answer) resolve({ state: answer.accepted ? 'accepted' : 'rejected', code: answer.result });
    });
  });
  try {
    await broker.publishCommand(
      topics.services(sn),
      encodeService({ tid, bid: randomUUID(), timestamp: clock.wall(), gateway: sn, service }),
      { sn, tid, within },
    );
    return await reply;
  } finally {
    clearTimeout(timer);
    stop();
  }
};

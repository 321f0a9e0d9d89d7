import { randomUUID } from 'node:crypto';
import {
  commandRules,
  openAck,
  openAnswer,
  openDeviceTopic,
  type CommandState,
  type OpenCommand,
  type OpenCommandName,
} from '@eyrie/domain';
import {
  decodeEnvelope,
  decodeJson,
  decodeServiceReply,
  encodeService,
  topics,
  type Service,
} from '@eyrie/dji';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ProvedAddress } from '../dock/index.ts';
import type { JournalLine } from './emergency.journal.ts';

/** The answer of a device to an emergency order: `unknown` without a code when it kept silent. */
export interface EmergencyOutcome {
  state: Extract<CommandState, 'accepted' | 'rejected' | 'unknown'>;
  code: number | null;
}

/** An order as its device is told it: by the Cloud API, or by the open contract. */
export type EmergencyOrder = { service: Service } | { open: Extract<OpenCommandName, 'returnHome' | 'stop'> };

/** What goes out, and how an answer to it is read. */
interface Exchange {
  topic: string;
  payload: string;
  answers: string;
  read(payload: Buffer): { accepted: boolean; code: number | null } | null;
}

interface Sent {
  sn: string;
  tid: string;
  /** Of the device's own clock, as the contracts want it. */
  wall: number;
  within: number;
}

const cloudExchange = (service: Service, { sn, tid, wall }: Sent): Exchange => ({
  topic: topics.services(sn),
  payload: encodeService({ tid, bid: randomUUID(), timestamp: wall, gateway: sn, service }),
  answers: topics.servicesReply(sn),
  read: (payload) => {
    const decoded = decodeEnvelope(payload);
    if (!decoded.ok || decoded.message.tid !== tid) return null;
    const answer = decodeServiceReply(decoded.message.data, decoded.message.raw);
    return answer && { accepted: answer.accepted, code: answer.result };
  },
});

const openExchange = (name: OpenCommandName, { sn, tid, wall, within }: Sent): Exchange => ({
  topic: openDeviceTopic(sn, 'command'),
  payload: JSON.stringify({
    id: tid,
    name,
    arguments: {},
    issuedAt: Math.round(wall),
    expiresAt: Math.round(wall + within),
  } satisfies OpenCommand),
  answers: openDeviceTopic(sn, 'ack'),
  read: (payload) => {
    const decoded = decodeJson(payload);
    const ack = decoded.ok ? openAck.safeParse(decoded.value) : null;
    if (!ack?.success || ack.data.id !== tid) return null;
    const { accepted, result } = openAnswer(ack.data);
    return { accepted, code: result };
  },
});

/**
 * Sends one message straight to a device and waits for its answer. Rejects when the broker does not take it.
 * @param order `within`: ms after which it must not reach the device
 */
export const exchangeWith = async (
  { clock }: Pick<Runtime, 'clock'>,
  broker: Pick<BrokerClient, 'publishCommand' | 'subscribe' | 'onMessage'>,
  address: ProvedAddress,
  { method, order, within }: { method: JournalLine['method']; order: EmergencyOrder; within: number },
): Promise<EmergencyOutcome> => {
  const tid = randomUUID();
  const sent: Sent = { sn: address.sn, tid, wall: clock.wall(), within };
  const { topic, payload, answers, read } =
    'open' in order ? openExchange(order.open, sent) : cloudExchange(order.service, sent);
  await broker.subscribe([answers]);
  let stop: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const reply = new Promise<EmergencyOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'unknown', code: null }), commandRules[method].ack);
    stop = broker.onMessage((from, said) => {
      const answer = from === answers ? read(said) : null;
      if (answer) resolve({ state: answer.accepted ? 'accepted' : 'rejected', code: answer.code });
    });
  });
  try {
    await broker.publishCommand(topic, payload, { ...address, tid, within });
    return await reply;
  } finally {
    clearTimeout(timer);
    stop();
  }
};

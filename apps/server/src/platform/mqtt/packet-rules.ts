import type { EventEmitter } from 'node:events';
import { limits } from '@eyrie/domain';
import type { Client } from 'aedes';
import type { Packet } from 'mqtt-packet';

/** Reason codes of MQTT 5. Earlier versions have none. */
export const reasonCodes = {
  notAuthorised: 0x87,
  topicFilterInvalid: 0x8f,
  topicNameInvalid: 0x90,
  receiveMaximumExceeded: 0x93,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
} as const;
export type ReasonCode = (typeof reasonCodes)[keyof typeof reasonCodes];

/** Parts of the broker library's client that it does not declare. */
export interface ClientInside {
  _parser: EventEmitter & { parse(bytes: Buffer): number };
  subscriptions: Record<string, { qos: number } | undefined>;
  duplicates: Record<string, number>;
  /** Limits that an MQTT 5 client set for the broker. */
  receiveMaximum?: number;
  maximumPacketSize?: number;
  /** Sent to an MQTT 5 client in CONNACK. */
  _assignedClientId?: string | undefined;
  _sessionExpiryClamped?: boolean;
  disconnect(how: { reasonCode: ReasonCode }): void;
}

export const insideOf = (client: Client): ClientInside => client as unknown as ClientInside;

/** Ends a connection by a fault that it caused in us. */
export const failClient = (client: Client, error: unknown): void =>
  void client.emit('error', error instanceof Error ? error : new Error('a packet could not be handled'));

/** Checks one packet of a connection. @returns a reason code when the connection must end */
export function createPacketRules(): (packet: Packet) => ReasonCode | undefined {
  /** Message ids of QoS 2 that wait for their PUBREL. */
  const begun = new Set<number>();
  const { subscriptions, topicBytes, inFlight } = limits.broker;

  function publish(topic: string, qos: number, messageId: number | undefined): ReasonCode | undefined {
    // A topic alias keeps its topic for the life of the connection.
    if (Buffer.byteLength(topic) > topicBytes) return reasonCodes.topicNameInvalid;
    if (qos < 2 || messageId === undefined) return undefined;
    if (!begun.has(messageId) && begun.size >= inFlight) return reasonCodes.receiveMaximumExceeded;
    begun.add(messageId);
    return undefined;
  }

  function filters(topics: readonly string[]): ReasonCode | undefined {
    if (topics.length > subscriptions) return reasonCodes.quotaExceeded;
    // The library sorts filters into a plain object.
    return topics.includes('__proto__') ? reasonCodes.topicFilterInvalid : undefined;
  }

  return (packet) => {
    if (packet.cmd === 'publish') return publish(packet.topic, packet.qos, packet.messageId);
    if (packet.cmd === 'subscribe') return filters(packet.subscriptions.map(({ topic }) => topic));
    if (packet.cmd === 'unsubscribe') return filters(packet.unsubscriptions);
    if (packet.cmd === 'pubrel' && packet.messageId !== undefined) begun.delete(packet.messageId);
    return undefined;
  };
}

/**
 * Puts our rules between the parser of a connection and the handlers of the library, so that a fault that one
 * connection causes there does not reach the others.
 * @param heard called with every packet that passes, except DISCONNECT
 */
export function guardClient(client: Client, heard: (packet: Packet) => void): void {
  const inside = insideOf(client);
  // Keyed by names from the wire: inherited ones must read as absent.
  inside.subscriptions = Object.create(null) as ClientInside['subscriptions'];
  inside.duplicates = Object.create(null) as ClientInside['duplicates'];
  const rules = createPacketRules();
  const { _parser: parser } = inside;
  const emit = parser.emit.bind(parser);
  const parse = parser.parse.bind(parser);
  let refused = false;
  parser.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'packet') return emit(event, ...args);
    if (refused) return true;
    const packet = args[0] as Packet;
    const reasonCode = rules(packet);
    if (reasonCode === undefined) {
      // DISCONNECT is no sign of life.
      if (packet.cmd !== 'disconnect') heard(packet);
      return emit(event, packet);
    }
    refused = true;
    inside.disconnect({ reasonCode });
    return true;
  };
  parser.parse = (bytes) => {
    try {
      return parse(bytes);
    } catch (error) {
      failClient(client, error);
      return 0;
    }
  };
}

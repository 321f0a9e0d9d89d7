import { Readable } from 'node:stream';
import type { Client, ConnectPacket, PublishPacket } from 'aedes';

type Will = NonNullable<ConnectPacket['will']>;
type Numbered = Pick<PublishPacket, 'messageId'>;

/**
 * What the broker library keeps over a connection: nothing. No retained message, no session, no message for somebody
 * who is away. Only the QoS 2 messages that one connection has begun are known, and they end with that connection.
 */
export class KeepNothing {
  readonly #begun = new WeakMap<object, Map<number, PublishPacket>>();

  // The library looks at the kind of this function.
  async setup(): Promise<void> {}
  async destroy(): Promise<void> {}

  async storeRetained(): Promise<void> {}
  createRetainedStreamCombi(): Readable {
    return Readable.from([]);
  }

  async addSubscriptions(): Promise<void> {}
  async removeSubscriptions(): Promise<void> {}
  async cleanSubscriptions(): Promise<void> {}
  async subscriptionsByClient(): Promise<never[]> {
    return [];
  }
  async subscriptionsByTopic(): Promise<never[]> {
    return [];
  }

  async outgoingEnqueue(): Promise<void> {}
  async outgoingEnqueueCombi(): Promise<void> {}
  async outgoingUpdate(): Promise<void> {}
  async outgoingClearMessageId(): Promise<void> {}
  outgoingStream(): Readable {
    return Readable.from([]);
  }

  async incomingStorePacket(client: Client, packet: PublishPacket): Promise<void> {
    const begun = this.#begun.get(client) ?? new Map<number, PublishPacket>();
    this.#begun.set(client, begun.set(packet.messageId ?? 0, packet));
  }
  async incomingGetPacket(client: Client, { messageId }: Numbered): Promise<PublishPacket> {
    const packet = this.#begun.get(client)?.get(messageId ?? 0);
    if (!packet) throw new Error('no such packet');
    return packet;
  }
  async incomingDelPacket(client: Client, { messageId }: Numbered): Promise<void> {
    this.#begun.get(client)?.delete(messageId ?? 0);
  }

  async putWill(_client: Client, _will: Will): Promise<void> {}
  async delWill(): Promise<void> {}
  streamWill(): Readable {
    return Readable.from([]);
  }
}

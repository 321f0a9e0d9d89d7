import { limits } from '@eyrie/domain';
import type { AedesPublishPacket, Client } from 'aedes';
import { insideOf } from './packet-rules.ts';

/** Bytes of a PUBLISH beside topic, payload and properties, at most. */
const ENVELOPE_BYTES = 16;

const bytesOf = ({ topic, payload, properties }: AedesPublishPacket): number =>
  ENVELOPE_BYTES +
  Buffer.byteLength(topic) +
  payload.length +
  (properties ? JSON.stringify(properties).length : 0);

/** QoS 1 messages on their way to one device, by message id, until it acknowledges them. */
export class InFlight {
  readonly #client: Client;
  readonly #ids = new Set<number>();
  #last = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * A message as this device may have it now: with a message id of ours when it will be acknowledged, at QoS 0 when as
   * many as the device takes at once are under way, null when it is longer than the device takes.
   */
  prepare(packet: AedesPublishPacket): AedesPublishPacket | null {
    const inside = insideOf(this.#client);
    if (inside.maximumPacketSize !== undefined && bytesOf(packet) > inside.maximumPacketSize) return null;
    const wanted = inside.subscriptions[packet.topic]?.qos ?? 0;
    if (packet.qos === 0 || wanted === 0) return packet;
    const most = Math.min(limits.broker.inFlight, inside.receiveMaximum ?? limits.broker.inFlight);
    if (this.#ids.size >= most) return { ...packet, qos: 0 };
    return { ...packet, qos: 1, messageId: this.#take() };
  }

  /** False when nothing of this id was under way. */
  acknowledged(messageId: number): boolean {
    return this.#ids.delete(messageId);
  }

  #take(): number {
    do {
      this.#last = (this.#last % 65_535) + 1;
    } while (this.#ids.has(this.#last));
    this.#ids.add(this.#last);
    return this.#last;
  }
}

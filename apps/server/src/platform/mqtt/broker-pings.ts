import { limits } from '@eyrie/domain';
import type { MqttClient } from 'mqtt';

/** A broker that answers none of so many is asked no more; the library gives the connection up long before. */
const unansweredMost = 60;
/** How often signs of life are noted, ms. */
const aliveEvery = 250;

/**
 * The pings of one connection to the broker. Their answers stand in line with the messages, so they show whether the
 * broker answers now, and how long messages wait in the broker, on this connection and in this process.
 */
export class BrokerPings {
  readonly #client: MqttClient;
  /** When each ping without an answer was due, by `performance.now()`; oldest first. */
  readonly #unanswered: number[] = [];
  #asked = 0;
  #answered = 0;
  /** When the next ping is due. A ping that leaves late because this process was held up counts from here. */
  #due = Infinity;
  #last = 0;
  #aliveAt = -Infinity;

  constructor(client: MqttClient) {
    this.#client = client;
    client.on('packetsend', ({ cmd }) => {
      if (cmd !== 'pingreq') return;
      const now = performance.now();
      this.#asked += 1;
      this.#unanswered.push(Math.min(now, this.#due));
      this.#due = now + limits.broker.delayEvery;
    });
    client.on('packetreceive', ({ cmd }) => {
      this.#alive();
      if (cmd !== 'pingresp') return;
      this.#answered += 1;
      this.#last = performance.now() - (this.#unanswered.shift() ?? Infinity);
    });
    client.once('connect', () => {
      const ask = (): void => {
        // Also before the last was answered: the broker cuts a connection on which it hears nothing.
        if (this.#unanswered.length < unansweredMost) client.sendPing();
      };
      this.#due = performance.now();
      ask();
      const timer = setInterval(ask, limits.broker.delayEvery);
      client.once('close', () => clearInterval(timer));
    });
  }

  /** Whatever comes shows that the broker lives: its answer to a ping may stand behind thousands of messages. */
  #alive(): void {
    const now = performance.now();
    if (now - this.#aliveAt < aliveEvery) return;
    this.#aliveAt = now;
    this.#client.reschedulePing(true);
  }

  /** Upper bound of how long a message that is handled now has waited since the broker could read it, ms. */
  delay(): number {
    const waiting = performance.now() - (this.#unanswered[0] ?? this.#due);
    return Math.max(0, this.#last, waiting);
  }

  /** True when the broker answers a ping that leaves now in time. */
  answers(): Promise<boolean> {
    const client = this.#client;
    return new Promise((resolve) => {
      const settle = (is: boolean): void => {
        clearTimeout(timer);
        client.off('packetreceive', heard).off('close', lost);
        resolve(is);
      };
      let own = Infinity;
      // Answers come in order: one to an earlier ping says nothing about now.
      const heard = ({ cmd }: { cmd?: string }): void => {
        if (cmd === 'pingresp' && this.#answered >= own) settle(client.connected);
      };
      const lost = (): void => settle(false);
      const timer = setTimeout(lost, limits.broker.answer);
      client.on('packetreceive', heard).on('close', lost);
      client.sendPing();
      own = this.#asked;
    });
  }
}

import type { WebSocket } from 'ws';
import type { LiveSubject } from './live-topics.ts';

/** The present of a topic, or nothing. Kept by the topic, not by the readers that wait for it. */
export interface LiveState {
  readonly subject: LiveSubject | null;
  readonly packet: Buffer | null;
}

interface LiveEvent {
  packet: Buffer;
  subject: LiveSubject | null;
}

/**
 * What one reader still has to get. Of states only the topic is noted and its newest packet is taken when there is
 * room, so a reader that has stopped holds no messages and comes back to the present; events wait in a short line
 * that loses its oldest.
 */
export class Outbox {
  readonly #states = new Set<LiveState>();
  readonly #events: LiveEvent[] = [];
  readonly #eventsMax: number;
  /** Events lost because this reader did not keep up. */
  dropped = 0;

  constructor(eventsMax: number) {
    this.#eventsMax = eventsMax;
  }

  get empty(): boolean {
    return this.#states.size === 0 && this.#events.length === 0;
  }

  addState(topic: LiveState): void {
    this.#states.add(topic);
  }

  addEvent(packet: Buffer, subject: LiveSubject | null): void {
    if (this.#events.length >= this.#eventsMax) {
      this.#events.shift();
      this.dropped += 1;
    }
    this.#events.push({ packet, subject });
  }

  /** Takes packets, events first, until about `bytes` are together. Whether one may be seen is asked at this moment. */
  take(bytes: number, maySee: (subject: LiveSubject | null) => boolean): Buffer[] {
    const packets: Buffer[] = [];
    let taken = 0;
    let event: LiveEvent | undefined;
    while (taken < bytes && (event = this.#events.shift())) {
      if (!maySee(event.subject)) continue;
      packets.push(event.packet);
      taken += event.packet.length;
    }
    for (const topic of this.#states) {
      if (taken >= bytes) break;
      this.#states.delete(topic);
      if (topic.packet === null || !maySee(topic.subject)) continue;
      packets.push(topic.packet);
      taken += topic.packet.length;
    }
    return packets;
  }
}

/** A reader as the flusher sees it. */
export interface FlushTarget {
  readonly socket: WebSocket;
  readonly outbox: Outbox;
  maySee(subject: LiveSubject | null): boolean;
  /** False while it has not taken what it got a while ago. */
  takes(): boolean;
  /** Called after a write to its socket. */
  written(): void;
}

const same = (one: readonly Buffer[], other: readonly Buffer[]): boolean =>
  one.length === other.length && one.every((packet, at) => packet === other[at]);

export interface FlusherOptions {
  /** Pause between two rounds, ms. */
  every: number;
  /** How much is written to a socket at once. */
  bytes: number;
  /** A failure of one reader; the others are served. */
  onError: (target: FlushTarget, error: unknown) => void;
}

/**
 * Writes outboxes to their sockets in rounds, one WebSocket frame a reader and round. A socket that has not drained
 * since its last frame is passed over: nothing is buffered for it beyond that frame. The kernels on the way hold more
 * than a page ever gets in a minute, so a reader also has to show that it takes what it got.
 */
export class Flusher {
  readonly #waiting = new Set<FlushTarget>();
  readonly #options: FlusherOptions;
  #timer: NodeJS.Timeout | null = null;
  /** Packets written so far. */
  delivered = 0;

  constructor(options: FlusherOptions) {
    this.#options = options;
  }

  /** Notes that a reader's outbox has something. */
  mark(target: FlushTarget): void {
    this.#waiting.add(target);
    this.#timer ??= setTimeout(() => this.#round(), this.#options.every);
  }

  remove(target: FlushTarget): void {
    this.#waiting.delete(target);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting.clear();
  }

  #round(): void {
    // Readers of one organisation mostly get the same packets in a round: these share one joined buffer.
    const joined = new Map<Buffer, { packets: Buffer[]; frame: Buffer }>();
    for (const target of this.#waiting) {
      if (target.socket.bufferedAmount > 0 || !target.takes()) continue;
      try {
        const packets = target.outbox.take(this.#options.bytes, (subject) => target.maySee(subject));
        if (target.outbox.empty) this.#waiting.delete(target);
        const [first] = packets;
        if (first === undefined) continue;
        let frame = joined.get(first);
        if (!frame || !same(frame.packets, packets)) {
          frame = { packets, frame: packets.length === 1 ? first : Buffer.concat(packets) };
          joined.set(first, frame);
        }
        target.socket.send(frame.frame);
        target.written();
        this.delivered += packets.length;
      } catch (error) {
        this.#waiting.delete(target);
        this.#options.onError(target, error);
      }
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => this.#round(), this.#options.every) : null;
  }
}

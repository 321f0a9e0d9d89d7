import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { PushQueue } from './push-queue.ts';

export interface PushLimits {
  readonly perSession: number;
  readonly strangers: number;
  readonly waiting: number;
  readonly inboundBytes: number;
  readonly inboundPerMinute: number;
  readonly flushEvery: number;
  readonly pingEvery: number;
  readonly silentFor: number;
}

/** Close code for whoever has lost the right to listen, or breaks the rules. */
const policyViolation = 1008;

/** One reader on one WebSocket. What it says is not read; too much of it ends the connection. */
export class PushConnection<Grant> {
  readonly grant: Grant;
  readonly #socket: WebSocket;
  readonly #queue: PushQueue;
  readonly #limits: PushLimits;
  readonly #clock: Clock;
  #heardAt: number;
  #windowStart: number;
  #windowMessages = 0;
  #over = false;

  constructor(
    socket: WebSocket,
    grant: Grant,
    { limits, clock, gone }: { limits: PushLimits; clock: Clock; gone(one: PushConnection<Grant>): void },
  ) {
    this.grant = grant;
    this.#socket = socket;
    this.#limits = limits;
    this.#clock = clock;
    this.#queue = new PushQueue(limits.waiting);
    this.#heardAt = clock.mono();
    this.#windowStart = this.#heardAt;
    socket.on('message', () => this.#said());
    socket.on('pong', () => {
      this.#heardAt = clock.mono();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#over = true;
      gone(this);
    });
  }

  get over(): boolean {
    return this.#over;
  }

  push(text: string, state: string | null): void {
    if (!this.#over) this.#queue.add(text, state);
  }

  /** Writes what waits, unless the last of it has not left yet. */
  flush(): void {
    if (this.#over || this.#queue.size === 0 || this.#socket.bufferedAmount > 0) return;
    for (const text of this.#queue.take()) this.#socket.send(text);
  }

  /** Asks for a sign of life, and ends a connection that has given none for long. */
  ping(): void {
    if (this.#over) return;
    if (this.#clock.mono() - this.#heardAt > this.#limits.silentFor) this.#socket.terminate();
    else this.#socket.ping();
  }

  /** From now on nothing is delivered, whatever still waits. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    // A peer that does not read would keep a polite goodbye waiting.
    if (this.#socket.bufferedAmount > 0) this.#socket.terminate();
    else this.#socket.close(policyViolation);
  }

  #said(): void {
    const now = this.#clock.mono();
    this.#heardAt = now;
    if (now - this.#windowStart > 60_000) {
      this.#windowStart = now;
      this.#windowMessages = 0;
    }
    this.#windowMessages += 1;
    if (this.#windowMessages > this.#limits.inboundPerMinute) this.end();
  }
}

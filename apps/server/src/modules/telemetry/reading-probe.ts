import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';

/**
 * Whether a peer takes what is written to it. Its answer to a ping comes after it took everything before the ping,
 * while what lies in the buffers of the kernels on the way looks delivered.
 */
export class ReadingProbe {
  readonly #socket: Pick<WebSocket, 'ping'>;
  readonly #clock: Clock;
  readonly #every: number;
  /** Monotonic moments. */
  #askedAt: number | null = null;
  #lastAsked = -Infinity;

  constructor(
    socket: Pick<WebSocket, 'ping' | 'on'>,
    { clock, limits }: { clock: Clock; limits: { readonly probeEvery: number } },
  ) {
    this.#socket = socket;
    this.#clock = clock;
    this.#every = limits.probeEvery;
    socket.on('pong', () => {
      this.#askedAt = null;
    });
  }

  /** To be called after each write. */
  written(): void {
    const now = this.#clock.mono();
    if (this.#askedAt !== null || now - this.#lastAsked < this.#every) return;
    this.#askedAt = this.#lastAsked = now;
    this.#socket.ping();
  }

  /** For how long an answer is overdue, ms. */
  unanswered(): number {
    return this.#askedAt === null ? 0 : this.#clock.mono() - this.#askedAt;
  }
}

import { limits } from '@eyrie/domain';
import type { FrameLimit } from './frame-limits.ts';

/** Something that was written to a connection for sticks. Moments on a monotonic clock, ms. */
interface Written {
  limit: FrameLimit | undefined;
  at: number;
  /** Bytes of the connection up to its end; undefined: the system has not taken all of it. */
  end: number | undefined;
  /** The device was reporting when it was written: its words have to go on before it counts as arrived. */
  spoken: boolean;
}

const { unconfirmed, silent, lost, stale } = limits.drc;

/**
 * What one connection for sticks was given and is not known to have arrived. It has arrived when the system at the other
 * end has acknowledged its bytes (where this machine reports that) and the device, if it was reporting, has sent something
 * since: what stands between may acknowledge bytes that it holds back.
 */
export class RelayWrites {
  #open: Written[] = [];
  /** The quickest confirmation so far; until there is one, as long as an ordinary way takes at most. */
  #usual: number = unconfirmed;
  #spokeAt = -Infinity;
  /** At most so many were acknowledged when that was asked for last. */
  #bytes: number | null = null;

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** @returns its `end` is to be set once the system has all of this message, to the bytes of the connection by then */
  written(limit: FrameLimit | undefined, now: number): { end: number | undefined } {
    const one: Written = { limit, at: now, end: undefined, spoken: now - this.#spokeAt <= stale };
    this.#open.push(one);
    return one;
  }

  /** The device reported something. */
  spoke(now: number): void {
    this.#spokeAt = now;
  }

  /**
   * @param bytes at least so many of the connection were acknowledged by the other end; null: this machine does not report it
   * @param now when that was asked for
   * @param most at most so many were: what was written while it was asked for may be all that is open
   */
  acknowledged(bytes: number | null, now: number, most = bytes): void {
    const arrived = ({ end, at, spoken }: Written): boolean =>
      (bytes === null || (end !== undefined && end <= bytes)) && (!spoken || this.#spokeAt > at);
    for (const one of this.#open)
      if (arrived(one) && one.at < now) this.#usual = Math.min(this.#usual, now - one.at);
    this.#open = this.#open.filter((one) => !arrived(one));
    this.#bytes = most;
  }

  /**
   * True when something that moves would come to the device when it is of the past, or anything would so late that the link
   * counts as lost: the connection has to be reset, so that its bytes die with it. What a stop stands behind moves nothing
   * for longer than that stop takes.
   * @param now when what was acknowledged was asked for
   */
  overdue(now: number): boolean {
    const stop = this.#open.findLastIndex(({ limit }) => limit?.kind === 'stops');
    return this.#open.some(({ limit, at, end, spoken }, index) => {
      const age = now - at;
      const taken = this.#bytes === null || (end !== undefined && end <= this.#bytes);
      // It may have arrived: the next look finds out.
      if (taken && (!spoken || this.#spokeAt > at)) return false;
      if (age > lost + this.#usual) return true;
      if (limit?.kind !== 'moves' || index < stop) return false;
      // A process at the other end that waits for its turn is acknowledged for by its system.
      return age > (taken ? silent : unconfirmed) + this.#usual;
    });
  }

  /** What is open, in its order; it is forgotten. */
  cut(): FrameLimit[] {
    return this.#open.splice(0).flatMap(({ limit }) => limit ?? []);
  }
}

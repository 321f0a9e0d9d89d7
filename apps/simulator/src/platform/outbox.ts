import type { Clock } from './clock.ts';
import { timing } from './timing.ts';

interface Waiting {
  send: () => void;
  cancel: () => void;
  round: number;
  answered?: ((data: unknown) => void) | undefined;
  slot?: string | undefined;
}

export interface Outbox {
  /**
   * Sends now and again until `settle` is called with the same id. A message with the same `slot`
   * takes the place of the one before, so that an old value is not repeated beside a newer one.
   */
  post(id: string, send: () => void, more?: { answered?: (data: unknown) => void; slot?: string }): void;
  settle(id: string, data: unknown): boolean;
  /** Sends everything unanswered once more: the connection is back. */
  resend(): void;
  clear(): void;
  readonly size: number;
}

/** A device holds on to a message that wants an answer; this many at most, the oldest gives way. */
const capacity = 200;

export function createOutbox(clock: Clock): Outbox {
  const waiting = new Map<string, Waiting>();
  const schedule = (entry: Waiting) => {
    const wait = timing.repeatMs[Math.min(entry.round, timing.repeatMs.length - 1)] ?? 8200;
    entry.cancel = clock.after(wait, () => {
      entry.round += 1;
      entry.send();
      schedule(entry);
    });
  };
  const drop = (id: string) => {
    waiting.get(id)?.cancel();
    waiting.delete(id);
  };
  return {
    post: (id, send, more = {}) => {
      if (more.slot !== undefined)
        for (const [other, entry] of waiting) if (entry.slot === more.slot) drop(other);
      if (waiting.size >= capacity) drop(waiting.keys().next().value as string);
      const entry: Waiting = { send, cancel: () => {}, round: 0, ...more };
      waiting.set(id, entry);
      send();
      schedule(entry);
    },
    settle: (id, data) => {
      const entry = waiting.get(id);
      if (!entry) return false;
      drop(id);
      entry.answered?.(data);
      return true;
    },
    resend: () => {
      for (const entry of waiting.values()) {
        entry.cancel();
        entry.send();
        schedule(entry);
      }
    },
    clear: () => {
      for (const entry of waiting.values()) entry.cancel();
      waiting.clear();
    },
    get size() {
      return waiting.size;
    },
  };
}

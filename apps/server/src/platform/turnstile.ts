import { Refusal } from './http/refusal.ts';

export interface TurnstileBounds {
  atOnce: number;
  /** How many may wait behind them. */
  queue: number;
  /** Longest wait for a turn, ms. */
  wait: number;
}

/** Does work when its turn comes; `wait` in place of the usual longest wait, ms. */
export type Turnstile = <T>(work: () => Promise<T>, wait?: number) => Promise<T>;

/** Too much at once; in a few seconds it is worth trying again. */
export const tooBusy = (): Refusal =>
  new Refusal('tooManyRequests', { retryAfterSeconds: 5, data: { retryAfterSeconds: 5 } });

/**
 * A few at once, a short line behind them, and no place for more: a flood must not starve the rest.
 * @throws Refusal `tooManyRequests` when the line is full or a turn does not come in time
 */
export function createTurnstile(bounds: TurnstileBounds): Turnstile {
  let running = 0;
  const line: (() => void)[] = [];

  async function turn(wait: number): Promise<void> {
    if (running < bounds.atOnce) {
      running += 1;
      return;
    }
    if (line.length >= bounds.queue) throw tooBusy();
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(enter), 1);
        reject(tooBusy());
      }, wait);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      line.push(enter);
    });
  }

  return async (work, wait = bounds.wait) => {
    await turn(wait);
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** A turnstile for each key, kept only while somebody is in it. */
export function createTurnstiles(
  bounds: TurnstileBounds,
): <T>(key: string, work: () => Promise<T>, wait?: number) => Promise<T> {
  const stiles = new Map<string, { users: number; inTurn: Turnstile }>();
  return async (key, work, wait) => {
    const stile = stiles.get(key) ?? { users: 0, inTurn: createTurnstile(bounds) };
    stiles.set(key, stile);
    stile.users += 1;
    try {
      return await stile.inTurn(work, wait);
    } finally {
      stile.users -= 1;
      if (stile.users === 0) stiles.delete(key);
    }
  };
}

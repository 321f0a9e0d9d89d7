import type { Thing } from './contract.ts';

/** Drawing this often is enough for the eye and keeps a fleet of a thousand cheap; each drawing hands all of them over. */
export const drawEvery = 250;

export interface ThingBook {
  set(things: readonly Thing[]): void;
  put(thing: Thing): void;
  remove(id: string): void;
  all(): readonly Thing[];
  /** Draws the same things again, because what they are drawn with has changed. */
  redraw(): void;
  dispose(): void;
}

/**
 * Holds the latest state of every thing and asks for a drawing at most every `drawEvery` ms: at once
 * after a rest, else when the time is up. `later` schedules a call and gives its cancel, `now` is a
 * monotonic clock in ms.
 */
export const createThingBook = (
  draw: (things: readonly Thing[]) => void,
  now: () => number,
  later: (run: () => void, delay: number) => () => void,
): ThingBook => {
  const things = new Map<string, Thing>();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  let over = false;
  const flush = () => {
    cancel = null;
    drawnAt = now();
    draw([...things.values()]);
  };
  const touched = () => {
    if (over || cancel) return;
    const wait = drawnAt + drawEvery - now();
    if (wait <= 0) flush();
    else cancel = later(flush, wait);
  };
  return {
    set: (next) => {
      things.clear();
      for (const thing of next) things.set(thing.id, thing);
      touched();
    },
    put: (thing) => {
      things.set(thing.id, thing);
      touched();
    },
    remove: (id) => {
      if (things.delete(id)) touched();
    },
    all: () => [...things.values()],
    redraw: touched,
    dispose: () => {
      over = true;
      cancel?.();
    },
  };
};

import type { Thing } from './contract.ts';
import { createPacer } from './pace.ts';

/** Drawing this often is enough for the eye and keeps a fleet of a thousand cheap; each drawing hands all of them over. */
export const drawEvery = 250;

export interface ThingBook {
  set(things: readonly Thing[]): void;
  put(thing: Thing): void;
  remove(id: string): void;
  all(): readonly Thing[];
  size(): number;
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
  const { touch, dispose } = createPacer(() => draw([...things.values()]), drawEvery, now, later);
  return {
    set: (next) => {
      things.clear();
      for (const thing of next) things.set(thing.id, thing);
      touch();
    },
    put: (thing) => {
      things.set(thing.id, thing);
      touch();
    },
    remove: (id) => {
      if (things.delete(id)) touch();
    },
    all: () => [...things.values()],
    size: () => things.size,
    redraw: touch,
    dispose,
  };
};

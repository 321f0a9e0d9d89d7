import type { Stop } from './contract.ts';

/** A bundle of listeners that can be told something. */
export interface Listeners<T> {
  add(listener: (value: T) => void): Stop;
  notify(value: T): void;
  clear(): void;
}

export const createListeners = <T>(): Listeners<T> => {
  const held = new Set<(value: T) => void>();
  return {
    add: (listener) => {
      held.add(listener);
      return () => held.delete(listener);
    },
    notify: (value) => {
      for (const listener of held) listener(value);
    },
    clear: () => held.clear(),
  };
};

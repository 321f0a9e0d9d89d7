import type { Bounds } from '@eyrie/geometry';
import type { Hit, Stop } from './contract.ts';
import { createListeners } from './listeners.ts';

/**
 * Clicks of a map: to all who listen, or while a tool is in the hand to that tool alone. A click on a bundle opens it and is
 * heard by nobody else.
 */
export const createClicks = (open: (bundle: Bounds) => void = () => undefined) => {
  const listeners = createListeners<Hit>();
  const tools: ((hit: Hit) => void)[] = [];
  return {
    add: listeners.add,
    capture: (listener: (hit: Hit) => void): Stop => {
      const tool = (hit: Hit) => listener(hit);
      tools.push(tool);
      return () => {
        const at = tools.indexOf(tool);
        if (at >= 0) tools.splice(at, 1);
      };
    },
    notify: (hit: Hit) => {
      const tool = tools.at(-1);
      if (tool) tool(hit);
      else if (hit.bundle) open(hit.bundle);
      else listeners.notify(hit);
    },
    clear: () => {
      listeners.clear();
      tools.length = 0;
    },
  };
};

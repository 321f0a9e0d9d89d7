import { useByClock } from '@eyrie/web/clock';
import type { CSSProperties } from 'react';

/** How often everything moves a little. Milliseconds. */
const every = 60_000;
/** Where it stands one after the other, CSS pixels: a square that ends where it began. */
const steps = [
  [0, 0],
  [2, 0],
  [4, 0],
  [4, 2],
  [4, 4],
  [2, 4],
  [0, 4],
  [0, 2],
] as const;

/** Moves the picture by a few pixels a minute: what stands still for weeks burns into a screen. */
export const useBurnInShift = (): CSSProperties => {
  const step = useByClock((at) => Math.floor(at / every) % steps.length);
  const [left, top] = steps[step] ?? steps[0];
  return { transform: `translate(${left}px, ${top}px)` };
};

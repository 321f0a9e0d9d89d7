import type { Padding } from '@eyrie/map';

/** Pixels that panels take of each side of the map of the planner, and a margin beside them. */
export const freeRoom = (margin: number): Padding => {
  const map = document.querySelector('.planner-map')?.getBoundingClientRect();
  const free = document.querySelector('.planner-free')?.getBoundingClientRect();
  return {
    top: margin,
    bottom: margin,
    left: margin + Math.max(0, (free?.left ?? 0) - (map?.left ?? 0)),
    right: margin + Math.max(0, (map?.right ?? 0) - (free?.right ?? 0)),
  };
};

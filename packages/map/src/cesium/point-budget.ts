/** How much coarser a cloud may be drawn than its machine would allow. */
export const coarsest = 16;

/**
 * How much coarser than usual a cloud of points is drawn next, so that no more points than its budget are on the screen.
 * @param now how much coarser it is drawn; 1: as usual
 * @param points that were on the screen in the last frame
 */
export const nextCoarseness = (now: number, points: number, budget: number): number => {
  if (points > budget) return Math.min(coarsest, now * 1.25);
  // Well below, so that it does not go to and fro.
  return points < budget * 0.6 ? Math.max(1, now / 1.25) : now;
};

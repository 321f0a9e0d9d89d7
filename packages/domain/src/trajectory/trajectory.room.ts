export const limits = {
  trajectory: {
    /** Longest span of one request, ms. */
    span: 366 * 86_400_000,
    /** Most points of one answer, thinned or exact. */
    points: 5_000,
    /** Points further apart in time have nothing recorded between them, ms. */
    gap: 30_000,
    /** Last known places in one answer. */
    places: 10_000,
    /** Candidates for a point. */
    nearest: 20,
    /** A robot or controller that stands still leaves a point this often, ms, and one whenever it moved as many metres. */
    restEvery: 30_000,
    moved: 1,
  },
} as const;

/** Counts what comes in a second. @returns false: it is more than `most` */
export const createPerSecond = (mono: () => number, most: number): (() => boolean) => {
  let since = -Infinity;
  let count = 0;
  return () => {
    const now = mono();
    if (now - since >= 1_000) {
      since = now;
      count = 0;
    }
    count += 1;
    return count <= most;
  };
};

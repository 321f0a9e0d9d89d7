/** Pixels that the picture of a model may be wrong by: fine, and what a machine that cannot keep up is given. */
export const errorRange = { least: 16, most: 64 } as const;
/** Frames a second under which detail goes, and over which it comes back. */
const slow = 20;
const quick = 45;
/** Frames over which the rate is taken; a frame after a rest tells nothing of the machine. */
const window = 20;
const longestFrame = 1000;

/**
 * Follows the frame rate and answers how wrong the picture of a model may be: by a quarter more when frames come slowly,
 * by a fifth less when they come quickly. `frame` is given the ms of every drawn frame.
 */
export const createDetail = (change: (error: number) => void) => {
  let error: number = errorRange.least;
  let frames: number[] = [];
  return {
    error: () => error,
    frame: (ms: number) => {
      if (ms > longestFrame) return;
      frames.push(ms);
      if (frames.length < window) return;
      const rate = (1000 * frames.length) / frames.reduce((sum, one) => sum + one, 0);
      frames = [];
      const next = rate < slow ? error * 1.25 : rate > quick ? error * 0.8 : error;
      const held = Math.min(errorRange.most, Math.max(errorRange.least, next));
      if (held === error) return;
      error = held;
      change(error);
    },
  };
};

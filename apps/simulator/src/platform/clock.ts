/**
 * Time as the simulator sees it, handed in so that tests can turn it by hand. `wall` is epoch ms,
 * `mono` never jumps; `after` and `every` return a function that cancels them.
 */
export interface Clock {
  wall(): number;
  mono(): number;
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
}

/** The machine's own time. Its timers keep the process alive until they are cancelled. */
export const realClock: Clock = {
  wall: () => Date.now(),
  mono: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

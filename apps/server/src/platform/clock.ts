/**
 * The two clocks of the server, handed in as an argument wherever time matters, so that tests can move them.
 * Ages, leases and times to live are measured on `mono`: a stepped wall clock must not expire or revive them.
 */
export interface Clock {
  /** Wall time, epoch milliseconds. */
  wall(): number;
  /** Milliseconds that only rise, from an arbitrary start; unaffected by changes of the wall clock. */
  mono(): number;
}

/** The clocks of this machine. */
export const systemClock: Clock = {
  wall: () => Date.now(),
  mono: () => performance.now(),
};

/**
 * `asked`: a second person has to decide. `stopped`: a dock failed, and none that waited began. `ended`: a person ended
 * it.
 */
export const rolloutStates = ['asked', 'running', 'stopped', 'done', 'rejected', 'ended'] as const;
export type RolloutState = (typeof rolloutStates)[number];

/** How one dock of a rollout stands. */
export const rolloutDockStates = ['waiting', 'ordered', 'done', 'failed'] as const;
export type RolloutDockState = (typeof rolloutDockStates)[number];

export interface RolloutPlace {
  /** From 1. */
  wave: number;
  state: RolloutDockState;
}

/**
 * In which wave each of so many docks is upgraded: the first wave shows on few docks what the package does to all.
 * @returns wave of each dock in their order, from 1
 */
export const wavesOf = (
  docks: number,
  { firstWave, waveSize }: { firstWave: number; waveSize: number },
): number[] =>
  Array.from({ length: docks }, (_, index) =>
    index < firstWave ? 1 : 2 + Math.floor((index - firstWave) / waveSize),
  );

/** What becomes of a rollout now. */
export type RolloutStep = { do: 'follow' } | { do: 'stop' } | { do: 'end' } | { do: 'order'; wave: number };

/**
 * The next step of a rollout that runs: a dock that failed stops it, and a wave begins once every dock before it is
 * upgraded by its own report.
 */
export const rolloutStep = (docks: readonly RolloutPlace[]): RolloutStep => {
  if (docks.some(({ state }) => state === 'failed')) return { do: 'stop' };
  if (docks.some(({ state }) => state === 'ordered')) return { do: 'follow' };
  const waiting = docks.flatMap(({ state, wave }) => (state === 'waiting' ? [wave] : []));
  return waiting.length === 0 ? { do: 'end' } : { do: 'order', wave: Math.min(...waiting) };
};

import { readFileSync } from 'node:fs';

/** How long the main thread of a process has waited for a processor in all, ms; null where the system does not say. */
export const waitedForProcessor = (pid: number): number | null => {
  try {
    const waited = Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]);
    return Number.isFinite(waited) ? waited / 1e6 : null;
  } catch {
    return null;
  }
};

export interface Pulse {
  /** It answered. */
  beat(): void;
  /**
   * Another look, and the next question.
   * @param waited what it has waited for a processor in all, ms; null: not known
   * @returns whether it had `within` ms in which it could have answered, and did not
   */
  isHung(waited: number | null): boolean;
}

/**
 * Tells a part that hangs from one that the machine does not let run: only time in which it had a processor, or wanted
 * none, is held against it. Nor is time in which whoever asks could not look itself.
 */
export const createPulse = ({ every, within }: { every: number; within: number }): Pulse => {
  let silent = 0;
  let before: number | null = null;
  let asked = false;
  return {
    beat() {
      silent = 0;
    },
    isHung(waited) {
      const starved = waited === null || before === null ? 0 : waited - before;
      before = waited;
      // Before the first question nothing was to be answered.
      if (asked) silent += Math.max(0, every - starved);
      asked = true;
      return silent >= within;
    },
  };
};

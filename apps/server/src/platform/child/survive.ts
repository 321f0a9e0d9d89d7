import { limits } from '@eyrie/domain';
import type { Log } from '../log.ts';

export interface SurviveOptions {
  log: Log;
  now(): number;
  /** Ends the process; its parent starts it anew. */
  end(): void;
}

/**
 * What to do with an error that nobody caught. It is one connection's fault as a rule, and an end of the process would
 * cut all the others: it is logged, and the process goes on. A process that keeps failing ends.
 */
export const createSurvivor = ({ log, now, end }: SurviveOptions): ((error: unknown) => void) => {
  const { faults, faultsWithin } = limits.restart;
  let recent: number[] = [];
  return (error) => {
    const at = now();
    recent = [...recent.filter((one) => at - one < faultsWithin), at];
    log.error({ err: error, recent: recent.length }, 'an error that nobody caught');
    if (recent.length > faults) end();
  };
};

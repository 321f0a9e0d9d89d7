import { numberAt } from './read.ts';

const counted = (value: number | null): number | null => (value !== null && value >= 0 ? value : null);

/** What a dock counts itself over its life, by its properties as it reported them: jobs flown, seconds of running. */
export const dockCountersOf = (values: unknown): { jobs: number | null; runningTime: number | null } => {
  const jobs = counted(numberAt(values, 'job_number'));
  return {
    jobs: jobs === null ? null : Math.round(jobs),
    runningTime: counted(numberAt(values, 'acc_time')),
  };
};

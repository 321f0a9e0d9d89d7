import { availableParallelism, loadavg } from 'node:os';

/**
 * How many milliseconds a promise may take here and now. Promises hold on a machine of our own; where others use the
 * processors too, it may take as much longer as there are takers for each of them.
 */
export const promised = (ms: number): number => {
  const [takers = 0] = loadavg();
  return Math.ceil(ms * Math.max(1, takers / availableParallelism()));
};

/**
 * Milliseconds of processor that `work` costs this process, its threads among them. Unlike a clock it does not count
 * what others do on the machine meanwhile.
 */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

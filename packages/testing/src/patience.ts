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

/**
 * The least of up to three measurements of the same work, ms of processor: what the compiler and the collector of the
 * process happen to do meanwhile does not count.
 * @param enough ms with which no further measurement is needed
 */
export const leastTime = (work: () => unknown, enough = 0): number => {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least > enough; tries += 1) {
    const before = process.cpuUsage();
    work();
    least = Math.min(least, process.cpuUsage(before).user / 1_000);
  }
  return least;
};

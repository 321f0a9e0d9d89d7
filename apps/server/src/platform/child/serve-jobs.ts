import type { FromJobs, ToJobs } from './job-messages.ts';

/** How often a process looks what it has taken, ms. */
const lookEvery = 100;

/**
 * Says when a job takes more than it may: the server ends the process then, which by itself would wait for what a library
 * has under way. @returns ends the watch
 */
function watch(time: number, memory: number, over: (of: 'time' | 'memory') => void): () => void {
  const before = process.cpuUsage();
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 > time) over('time');
    else if (process.memoryUsage.rss() > memory * 1_048_576) over('memory');
  }, lookEvery);
  return () => clearInterval(look);
}

/**
 * The frame of a process for jobs: does them as they come, one at a time, and ends with the server. A library must do its
 * work beside the loop, or its time is only bounded by the server's own clock.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what its server orders
export function serveJobs<Order, Result>(run: (order: Order) => Promise<Result>): void {
  const [time, memory] = process.argv.slice(2).map(Number);
  const say = (message: FromJobs<Result>): void => {
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  };
  const work = async ({ order }: ToJobs<Order>): Promise<void> => {
    const end = watch(time ?? 1, memory ?? 1, (of) => say({ kind: 'over', of }));
    try {
      say({ kind: 'done', result: await run(order) });
    } catch (error) {
      say({ kind: 'failed', why: String(error) });
    } finally {
      end();
    }
  };
  process.on('disconnect', () => process.exit(0));
  // What ends the server reaches the whole group: the server ends this process itself.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('message', (message: ToJobs<Order>) => void work(message));
  say({ kind: 'ready' });
}

import type { DockLink } from '../../modules/dock/index.ts';
import type { Log } from '../../platform/log.ts';

const queueMost = 2_000;

/** Work that touches the database: one after the other for each dock, docks beside each other. */
export const createDockQueues = (log: Log) => {
  const queues = new Map<DockLink, { last: Promise<void>; length: number }>();
  return {
    /** Queues work behind what the dock said before. What throws is logged and holds up nothing. */
    inOrder(link: DockLink, work: () => Promise<void>): void {
      const queue = queues.get(link) ?? { last: Promise.resolve(), length: 0 };
      queues.set(link, queue);
      // Devices repeat what is not acknowledged, so a full queue loses nothing.
      if (queue.length >= queueMost) return;
      queue.length += 1;
      queue.last = queue.last
        .then(work)
        .catch((error: unknown) =>
          log.warn(
            { err: error, dock: link.dock.sn },
            'device message not processed; the dock will repeat it',
          ),
        )
        .finally(() => {
          queue.length -= 1;
        });
    },
    forget(link: DockLink): void {
      queues.delete(link);
    },
    /** Waits for what is under way. */
    settle: async (): Promise<void> => {
      await Promise.allSettled([...queues.values()].map((queue) => queue.last));
    },
  };
};
export type DockQueues = ReturnType<typeof createDockQueues>;

import { limits } from '@eyrie/domain';
import type { DockLink } from '../../modules/dock/index.ts';
import type { Log } from '../../platform/log.ts';
import { createSparingWarn } from '../../platform/sparing-log.ts';

const queueMost = 2_000;

/** As many pieces of work at once as the database takes without refusing some; the others wait in line. */
const createPace = (atOnce: number) => {
  let running = 0;
  const line: (() => void)[] = [];
  return {
    waiting: (): number => line.length,
    /** @param first does not wait behind a storm */
    async run(work: () => Promise<void>, first: boolean): Promise<void> {
      if (running >= atOnce && !first) await new Promise<void>((resolve) => line.push(resolve));
      running += 1;
      try {
        await work();
      } finally {
        running -= 1;
        if (running < atOnce) line.shift()?.();
      }
    },
  };
};

/**
 * Work that touches the database: one after the other for each dock, docks beside each other, and no more docks at once
 * than the database takes. A dock with a flight never waits for docks that merely connect.
 */
export const createDockQueues = (log: Log, mono: () => number = () => performance.now()) => {
  const warn = createSparingWarn(log, mono);
  const queues = new Map<DockLink, { last: Promise<void>; length: number }>();
  const pace = createPace(limits.gateway.docksAtOnce);
  return {
    /**
     * Queues work behind what the dock said before. What throws is logged and holds up nothing.
     * @param options.paced false for work that is gathered with that of other docks: it must not wait for a place
     */
    inOrder(link: DockLink, work: () => Promise<void>, { paced = true }: { paced?: boolean } = {}): void {
      const queue = queues.get(link) ?? { last: Promise.resolve(), length: 0 };
      queues.set(link, queue);
      // Devices repeat what is not acknowledged, so a full queue loses nothing.
      if (queue.length >= queueMost) return;
      queue.length += 1;
      queue.last = queue.last
        .then(() => (paced ? pace.run(work, link.flightOID !== null) : work()))
        .catch((error: unknown) =>
          warn(
            link.dock.sn,
            { err: error, dock: link.dock.sn },
            'device message not processed; the dock will repeat it',
          ),
        )
        .finally(() => {
          queue.length -= 1;
        });
    },
    /** Docks that wait for their turn. */
    waiting: pace.waiting,
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

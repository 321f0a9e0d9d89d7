import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { refreshTopic } from '../gateway/index.ts';

/** Who reads what an organisation's devices say. */
export interface FeedReader {
  /** Organisations of the connections that are open now. */
  organisations(): Iterable<string>;
  /** Nothing more comes of this organisation: what is known of it grows old. */
  left?(groupRoot: string): void;
}

const sweepEvery = 30_000;
/** A page that is loaded anew, or a link that was lost, comes back within this many ms. */
const lingering = 60_000;

const topicsOf = (groupRoot: string): string[] => [`INFO/${groupRoot}/#`];

/**
 * Hears from the broker what devices of those organisations say that somebody watches here, and of no other: what all
 * docks say is more than one process can read.
 */
export const createOrganisationFeed = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  broker: Pick<BrokerClient, 'subscribe' | 'unsubscribe' | 'publish' | 'events'>,
) => {
  /** Monotonic ms at which each was wanted last. */
  const followed = new Map<string, number>();
  const readers: FeedReader[] = [];
  /** One change after the other: a subscription that is given up must not end the one that is made meanwhile. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work, work);
    turn = done.catch(() => undefined);
    return done;
  };
  const refresh = (groupRoot: string): void =>
    void broker
      .publish(refreshTopic, groupRoot, { qos: 0 })
      .catch((err: unknown) => log.debug({ err }, 'present not asked for'));
  const refreshAll = (): void => [...followed.keys()].forEach(refresh);

  const leave = async (groupRoot: string): Promise<void> => {
    if (clock.mono() - (followed.get(groupRoot) ?? -Infinity) <= lingering) return;
    followed.delete(groupRoot);
    for (const reader of readers) reader.left?.(groupRoot);
    await broker.unsubscribe(topicsOf(groupRoot));
  };
  const sweep = async (): Promise<void> => {
    const now = clock.mono();
    for (const groupRoot of readers.flatMap((reader) => [...reader.organisations()]))
      if (followed.has(groupRoot)) followed.set(groupRoot, now);
    for (const [groupRoot, at] of followed) if (now - at > lingering) await inTurn(() => leave(groupRoot));
  };
  let timer: NodeJS.Timeout | undefined;
  const unit: Unit = {
    name: 'feeds of organisations',
    async start() {
      broker.events.on('up', refreshAll);
      timer = setInterval(() => void sweep(), sweepEvery);
    },
    async stop() {
      clearInterval(timer);
      broker.events.off('up', refreshAll);
    },
  };

  return {
    ...unit,
    sweep,
    join: (reader: FeedReader): void => void readers.push(reader),
    /** Whether what is said of this organisation is heard here, and so is the newest that was said. */
    follows: (groupRoot: string): boolean => followed.has(groupRoot),
    /**
     * Resolves when whatever is said from now on is heard. Its gateways are asked for the present where nobody watched.
     * @throws Error when the broker refuses the topic
     */
    follow(groupRoot: string): Promise<void> {
      const known = followed.has(groupRoot);
      followed.set(groupRoot, clock.mono());
      return inTurn(async () => {
        // Given up between the two, or new.
        if (known && followed.has(groupRoot)) return;
        followed.set(groupRoot, clock.mono());
        try {
          await broker.subscribe(topicsOf(groupRoot));
        } catch (error) {
          followed.delete(groupRoot);
          throw error;
        }
        refresh(groupRoot);
      });
    },
  };
};
export type OrganisationFeed = ReturnType<typeof createOrganisationFeed>;

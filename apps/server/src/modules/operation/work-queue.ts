import { fromKysely, PgBoss } from 'pg-boss';
import { limits, workQueues, type WorkQueueName } from '@eyrie/domain';
import type { Log } from '../../platform/log.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Names of the queues in the database. */
const queueNames: Readonly<Record<WorkQueueName, string>> = {
  short: 'work',
  long: 'work-long',
  video: 'work-video',
};
/** Where a job ends up that no attempt could finish, also when each attempt died without a word. */
const LOST = 'work-lost';
export const queueSchema = 'pgboss';

interface Payload {
  oid: string;
}

/** What is put in the queue. */
export interface Queued {
  oid: string;
  groupRoot: string;
  queue: WorkQueueName;
  /** Work of the same organisation that is in the queue already: who has little there goes first. */
  before: number;
}

/** One attempt at a piece of work. */
export interface Attempt {
  oid: string;
  /** No further attempt follows a failure of this one. */
  last: boolean;
}

export interface WorkQueueOptions {
  url: string;
  log: Log;
  /** This server does the work, and watches that what others do goes on. */
  worker: boolean;
  /** A throw gives the work back to the queue, for a later attempt. */
  take(attempt: Attempt): Promise<void>;
  /** Called with work that has no attempts left. */
  lost(oid: string): Promise<void>;
}

/** The queue of work. Its jobs are in a schema beside our tables, so that both change in one transaction. */
export function createWorkQueue({ url, log, worker, take, lost }: WorkQueueOptions) {
  const { work } = limits;
  const boss = new PgBoss({
    connectionString: url,
    schema: queueSchema,
    createSchema: false,
    application_name: 'eyrie-work',
    max: work.connections,
    connectionTimeoutMillis: limits.postgres.connect,
    schedule: false,
    supervise: worker,
    superviseIntervalSeconds: work.watchEvery / 1_000,
    monitorIntervalSeconds: work.watchEvery / 1_000,
    useListenNotify: worker,
  });
  boss.on('error', (error: Error) => log.warn({ err: error }, 'the queue of background work stumbled'));

  const declareQueues = async (): Promise<void> => {
    await boss.createQueue(LOST, { retryLimit: work.retries });
    for (const name of workQueues)
      await boss.createQueue(queueNames[name], {
        deadLetter: LOST,
        retryLimit: work.retries,
        retryDelay: work.retryFirst / 1_000,
        retryBackoff: true,
        retryDelayMax: work.retryMost / 1_000,
        expireInSeconds: work.longest / 1_000,
        heartbeatSeconds: work.heartbeat / 1_000,
        notify: true,
      });
  };

  return {
    async start(): Promise<void> {
      await boss.start();
      await declareQueues();
      if (!worker) return;
      const options = {
        localConcurrency: work.atOnce,
        pollingIntervalSeconds: work.pollEvery / 1_000,
        notifyPollingIntervalSeconds: work.pollEvery / 1_000,
      };
      const heartbeatRefreshSeconds = work.heartbeatEvery / 1_000;
      const attempt = async ([job]: { data: Payload; retryCount?: number }[]): Promise<void> => {
        if (job) await take({ oid: job.data.oid, last: (job.retryCount ?? 0) >= work.retries });
      };
      await boss.work<Payload>(queueNames.short, { ...options, heartbeatRefreshSeconds }, attempt);
      // Files of one organisation are prepared one after the other, those of two beside each other.
      const shared = { ...options, groupConcurrency: 1, heartbeatRefreshSeconds };
      await boss.work<Payload>(queueNames.long, shared, attempt);
      // A film keeps a core busy for as long as it lasts, or longer: a server makes one copy at a time.
      await boss.work<Payload>(queueNames.video, { ...shared, localConcurrency: 1 }, attempt);
      await boss.work<Payload>(LOST, options, async ([job]) => {
        if (job) await lost(job.data.oid);
      });
    },
    /** Puts work in the queue in the caller's transaction. `after` ms. */
    async send(trx: DbOrTrx, { oid, groupRoot, queue, before }: Queued, after = 0): Promise<void> {
      const given = { db: fromKysely(trx), startAfter: after / 1_000 };
      const name = queueNames[queue];
      if (queue === 'short') await boss.send(name, { oid }, given);
      else await boss.send(name, { oid }, { ...given, group: { id: groupRoot }, priority: -before });
    },
    stop: (): Promise<void> => boss.stop({ graceful: true, timeout: work.stopWithin }),
  };
}
export type WorkQueue = ReturnType<typeof createWorkQueue>;

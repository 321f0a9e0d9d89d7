import { fromKysely, PgBoss } from 'pg-boss';
import { limits } from '@eyrie/domain';
import type { Log } from '../../platform/log.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

const QUEUE = 'work';
/** Where a job ends up that no attempt could finish, also when each attempt died without a word. */
const LOST = 'work-lost';
export const queueSchema = 'pgboss';

interface Payload {
  oid: string;
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
    await boss.createQueue(QUEUE, {
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
      await boss.work<Payload>(QUEUE, { ...options, heartbeatRefreshSeconds }, async ([job]) => {
        if (job) await take({ oid: job.data.oid, last: job.retryCount >= work.retries });
      });
      await boss.work<Payload>(LOST, options, async ([job]) => {
        if (job) await lost(job.data.oid);
      });
    },
    /** Puts work in the queue in the caller's transaction. `after` ms. */
    async send(trx: DbOrTrx, oid: string, after = 0): Promise<void> {
      await boss.send(QUEUE, { oid }, { db: fromKysely(trx), startAfter: after / 1_000 });
    },
    stop: (): Promise<void> => boss.stop({ graceful: true, timeout: work.stopWithin }),
  };
}
export type WorkQueue = ReturnType<typeof createWorkQueue>;

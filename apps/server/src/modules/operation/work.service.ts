import { limits, type WorkKind } from '@eyrie/domain';
import { holdLock } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime, Unit } from '../../platform/runtime.ts';
import { createWorkQueue, type Turn } from './work-queue.ts';
import {
  insertWork,
  markEnded,
  markLost,
  markQueued,
  markRunning,
  workByOid,
  writeProgress,
  type WorkRow,
} from './work.store.ts';

export interface WorkWish {
  kind: WorkKind;
  /** Who asked for it; null: the instance by itself. */
  ownerOID: string | null;
  groupRoot: string;
  /** What the step needs to know; travels as JSON and is no place for secrets. */
  request: Record<string, unknown>;
}

/** What a room does for one kind of work. It may be run again from the start after any kind of end. */
export type WorkStep = (work: {
  oid: string;
  groupRoot: string;
  ownerOID: string | null;
  request: Record<string, unknown>;
  /** Ends when the work was cancelled, when the server stops, or when another may take over. */
  signal: AbortSignal;
  /** Tells how far it is, 0 to 1, and at what. Throws once the work has to end. */
  progress(share: number, step?: string): Promise<void>;
}) => Promise<Record<string, unknown>>;

export interface WorkOptions {
  /** Address of the database. */
  url: string;
  instanceId: string;
  /** This server does work, rather than only ask for it. */
  worker: boolean;
  /** Told of work that is done, or failed for good. */
  ended?(work: WorkRow, outcome: 'done' | 'failed'): Promise<void>;
}

/** The work was cancelled, or has to be left to another turn. */
class WorkEnded extends Error {}

const shortly = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, limits.work.errorChars);

/** Writes at most once a second how far work is, and notices that somebody cancelled it. */
const createReporter = ({ db, clock }: Runtime, oid: string, ended: AbortController) => {
  let told = Number.NEGATIVE_INFINITY;
  let share = 0;
  let step: string | null = null;
  const write = async (): Promise<void> => {
    told = clock.mono();
    if (!(await writeProgress(db, oid, { share, step, at: new Date(clock.wall()) })))
      ended.abort(new WorkEnded('cancelled'));
  };
  return {
    write,
    async progress(nextShare: number, nextStep: string | null = step): Promise<void> {
      share = Math.min(1, Math.max(0, nextShare));
      step = nextStep;
      if (clock.mono() - told >= limits.work.progressEvery) await write();
      ended.signal.throwIfAborted();
    },
  };
};

/** One turn of a step, told as it goes. @param until ends it early */
async function perform(
  runtime: Runtime,
  step: WorkStep | undefined,
  row: WorkRow,
  until: readonly AbortSignal[],
): Promise<Record<string, unknown>> {
  if (!step) throw new Error(`nobody here knows work of the kind ${row.kind}`);
  const ended = new AbortController();
  const signal = AbortSignal.any([...until, ended.signal]);
  const reporter = createReporter(runtime, row.oid, ended);
  // A sign of life, and the ear for a cancellation, also while the step has nothing to say.
  const pulse = setInterval(() => {
    reporter.write().catch(() => undefined);
  }, limits.work.pulseEvery);
  try {
    return await step({
      ...row,
      signal,
      progress: async (share, at) => {
        signal.throwIfAborted();
        await reporter.progress(share, at);
      },
    });
  } finally {
    clearInterval(pulse);
  }
}

export function createWork(runtime: Runtime, { url, instanceId, worker, ended: tell }: WorkOptions) {
  const { db, log } = runtime;
  const steps = new Map<string, WorkStep>();
  const stopping = new AbortController();
  const now = (): Date => new Date(runtime.clock.wall());
  const queue = createWorkQueue({ url, log, worker, take, lost });

  async function take({ oid, last }: Turn): Promise<void> {
    const lock = await holdLock(url, `work ${oid}`);
    if (!lock) {
      // Its server is alive after all: look again later, at no cost of a turn.
      await queue.send(db, oid, limits.work.heartbeat);
      return;
    }
    try {
      if (!(await markRunning(db, oid, { instanceId, at: now() }))) return;
      const row = await workByOid(db, oid);
      if (!row) return;
      try {
        const result = await perform(runtime, steps.get(row.kind), row, [lock.signal, stopping.signal]);
        await markEnded(db, oid, { state: 'done', result, at: now() });
        tellEnded(row, 'done');
      } catch (error) {
        if ((await workByOid(db, oid))?.state !== 'running') return;
        if (stopping.signal.aborted) {
          // No fault of the work: the next server begins it at once, with as many turns as before.
          await db.transaction().execute((trx) => again(trx, oid));
          return;
        }
        log.warn({ err: error, work: oid, kind: row.kind }, 'background work failed');
        await markEnded(db, oid, { state: last ? 'failed' : 'queued', error: shortly(error), at: now() });
        if (last) tellEnded(row, 'failed');
        throw error;
      }
    } finally {
      await lock.release();
    }
  }

  /** Each turn died without a word: who waits for it, or for the backup of the night, has to hear of it. */
  async function lost(oid: string): Promise<void> {
    if (!(await markLost(db, oid, now()))) return;
    const row = await workByOid(db, oid);
    if (row) tellEnded(row, 'failed');
  }

  /** Work has ended whether or not anybody could be told. */
  const tellEnded = (row: WorkRow, outcome: 'done' | 'failed'): void =>
    void tell?.(row, outcome).catch((error: unknown) =>
      log.warn({ err: error, work: row.oid }, 'nobody was told that background work ended'),
    );

  /** Puts work that has ended in the queue again, from its start. */
  async function again(trx: DbOrTrx, oid: string): Promise<void> {
    await markQueued(trx, oid, now());
    await queue.send(trx, oid);
  }

  const unit: Unit = {
    name: 'background work',
    start: () => queue.start(),
    async stop() {
      stopping.abort(new WorkEnded('the server stops'));
      await queue.stop();
    },
  };

  return {
    unit,
    /** Says who does work of a kind. Before the start. */
    register: (kind: WorkKind, step: WorkStep): void => void steps.set(kind, step),
    /** Puts work in the queue, in the caller's transaction where there is one. @returns its oid. */
    async add(trx: DbOrTrx, wish: WorkWish): Promise<string> {
      const oid = runtime.newOid();
      await insertWork(trx, { oid, ...wish }, now());
      await queue.send(trx, oid);
      return oid;
    },
    again,
  };
}
export type Work = ReturnType<typeof createWork>;

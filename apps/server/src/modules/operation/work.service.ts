import { limits, workQueueOf, type WorkKind } from '@eyrie/domain';
import { holdLock } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime, Unit } from '../../platform/runtime.ts';
import { createWorkQueue, type Attempt, type WorkQueue } from './work-queue.ts';
import { performAttempt, shortly, WorkEnded, WorkFailed, type WorkStep } from './work-attempt.ts';
import {
  insertWork,
  lockWork,
  markCancelled,
  markEnded,
  markLost,
  markQueued,
  markRunning,
  queuedBefore,
  workByOid,
  type WorkRow,
} from './work.store.ts';

export interface WorkRequest {
  kind: WorkKind;
  /** Who asked for it; null: the instance by itself. */
  ownerOID: string | null;
  groupRoot: string;
  /** What the step needs to know; travels as JSON and is no place for secrets. */
  request: Record<string, unknown>;
}

export interface WorkOptions {
  /** Address of the database. */
  url: string;
  instanceId: string;
  /** This server does work, rather than only ask for it. */
  worker: boolean;
  /** Called with work that is done, or failed for good. */
  ended?(work: WorkRow, outcome: 'done' | 'failed'): Promise<void>;
}

interface TurnParts {
  options: WorkOptions;
  steps: ReadonlyMap<string, WorkStep>;
  /** Fires when the server stops. */
  stopping: AbortSignal;
  send(trx: DbOrTrx, oid: string, after?: number): Promise<void>;
  again(trx: DbOrTrx, oid: string): Promise<void>;
}

/** Runs the attempts of work. */
function createAttempts(runtime: Runtime, parts: TurnParts) {
  const { db, log } = runtime;
  const { steps, stopping, send, again } = parts;
  const { url, instanceId, ended: notify } = parts.options;
  const now = (): Date => new Date(runtime.clock.wall());

  /** The end of work does not depend on the notification. */
  const notifyEnded = (row: WorkRow, outcome: 'done' | 'failed'): void =>
    void notify?.(row, outcome).catch((error: unknown) =>
      log.warn({ err: error, work: row.oid }, 'the end of background work was not notified'),
    );

  /** @param taken ends when another server may take the work over */
  async function runAttempt(row: WorkRow, last: boolean, taken: AbortSignal): Promise<void> {
    const { oid } = row;
    try {
      const result = await performAttempt(runtime, steps.get(row.kind), row, [taken, stopping]);
      await markEnded(db, oid, { state: 'done', result, at: now() });
      notifyEnded(row, 'done');
    } catch (error) {
      if ((await workByOid(db, oid))?.state !== 'running') return;
      if (stopping.aborted) {
        // Not the fault of the work: the next server begins it at once, and this attempt does not count.
        await db.transaction().execute((trx) => again(trx, oid));
        return;
      }
      log.warn({ err: error, work: oid, kind: row.kind }, 'background work failed');
      const isFinal = error instanceof WorkFailed;
      const state = last || isFinal ? 'failed' : 'queued';
      await markEnded(db, oid, { state, error: shortly(error), at: now() });
      if (state === 'failed') notifyEnded(row, 'failed');
      // The queue gives what is thrown to it to another attempt.
      if (!isFinal) throw error;
    }
  }

  return {
    async take({ oid, last }: Attempt): Promise<void> {
      const lock = await holdLock(url, `work ${oid}`);
      if (!lock) {
        // Its server is alive after all: tried again later, and this attempt does not count.
        await send(db, oid, limits.work.heartbeat);
        return;
      }
      try {
        if (!(await markRunning(db, oid, { instanceId, at: now() }))) return;
        const row = await workByOid(db, oid);
        if (row) await runAttempt(row, last, lock.signal);
      } finally {
        await lock.release();
      }
    },
    /** Every attempt died without an outcome: its owner, or the operators, must be notified. */
    async lost(oid: string): Promise<void> {
      if (!(await markLost(db, oid, now()))) return;
      const row = await workByOid(db, oid);
      if (row) notifyEnded(row, 'failed');
    },
  };
}

export function createWork(runtime: Runtime, options: WorkOptions) {
  const { url, worker } = options;
  const steps = new Map<string, WorkStep>();
  const stopping = new AbortController();
  const now = (): Date => new Date(runtime.clock.wall());

  /** Puts work that has ended in the queue again, from its start. */
  async function again(trx: DbOrTrx, oid: string): Promise<void> {
    await markQueued(trx, oid, now());
    await send(trx, oid);
  }

  /** Puts a row in the queue of its kind. */
  async function send(trx: DbOrTrx, oid: string, after = 0): Promise<void> {
    const row = await workByOid(trx, oid);
    if (!row) return;
    const { groupRoot, kind } = row;
    const name = workQueueOf(kind);
    const before = name === 'short' ? 0 : await queuedBefore(trx, row);
    await queue.send(trx, { oid, groupRoot, queue: name, before }, after);
  }

  const attempts = createAttempts(runtime, {
    options,
    steps,
    stopping: stopping.signal,
    send,
    again,
  });
  const queue: WorkQueue = createWorkQueue({ url, log: runtime.log, worker, ...attempts });

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
    async add(trx: DbOrTrx, request: WorkRequest): Promise<string> {
      const oid = runtime.newOid();
      await insertWork(trx, { oid, ...request }, now());
      await send(trx, oid);
      return oid;
    },
    again,
    /** Ends work that waits or runs. @returns false when it is over already */
    async cancel(trx: DbOrTrx, oid: string): Promise<boolean> {
      const row = await lockWork(trx, oid);
      if (!row || !['queued', 'running'].includes(row.state)) return false;
      await markCancelled(trx, oid, now());
      return true;
    },
  };
}
export type Work = ReturnType<typeof createWork>;

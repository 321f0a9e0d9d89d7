import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { writeProgress, type WorkRow } from './work.store.ts';

/** What a room does for one kind of work. It may be run again from the start after any kind of end. */
export type WorkStep = (work: {
  oid: string;
  groupRoot: string;
  ownerOID: string | null;
  request: Record<string, unknown>;
  /** Ends when the work was cancelled, when the server stops, or when another may take over. */
  signal: AbortSignal;
  /** Reports the share done, 0 to 1, and the step. Throws once the work must end. */
  progress(share: number, step?: string): Promise<void>;
  /** A heartbeat between two shares. Without one for a while the work counts as stuck and is ended. */
  alive(): void;
}) => Promise<Record<string, unknown>>;

/** The work was cancelled, or must be left to another attempt. */
export class WorkEnded extends Error {}

/** The work cannot succeed, however often it is tried: it fails at once. */
export class WorkFailed extends Error {}

export const shortly = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, limits.work.errorChars);

/**
 * Ends a step without a heartbeat, and gives up one that ignores its signal: it would hold its place for ever. The step
 * itself must release what it holds when its signal fires.
 */
export const watchStep = async <T>(
  step: (alive: () => void) => Promise<T>,
  ended: Pick<AbortController, 'abort' | 'signal'>,
  { silentFor, endWithin }: { silentFor: number; endWithin: number } = limits.work,
): Promise<T> => {
  let silence: NodeJS.Timeout | undefined;
  let grace: NodeJS.Timeout | undefined;
  const alive = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => ended.abort(new WorkEnded('stuck')), silentFor);
  };
  const givenUp = new Promise<never>((_, reject) => {
    const wait = (): void => {
      grace = setTimeout(() => reject(ended.signal.reason as Error), endWithin);
    };
    if (ended.signal.aborted) wait();
    else ended.signal.addEventListener('abort', wait, { once: true });
  });
  try {
    alive();
    return await Promise.race([step(alive), givenUp]);
  } finally {
    clearTimeout(silence);
    clearTimeout(grace);
  }
};

/** Writes the progress at most once a second, and notices a cancellation. */
const createReporter = ({ db, clock }: Runtime, oid: string, ended: AbortController) => {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let share = 0;
  let step: string | null = null;
  let moved = clock.wall();
  const write = async (): Promise<void> => {
    writtenAt = clock.mono();
    // The time of the last heartbeat, not of this write, so that the row shows work that stands still.
    if (!(await writeProgress(db, oid, { share, step, at: new Date(moved) })))
      ended.abort(new WorkEnded('cancelled'));
  };
  return {
    write,
    alive: (): void => void (moved = clock.wall()),
    async progress(nextShare: number, nextStep: string | null = step): Promise<void> {
      share = Math.min(1, Math.max(0, nextShare));
      step = nextStep;
      if (clock.mono() - writtenAt >= limits.work.progressEvery) await write();
      ended.signal.throwIfAborted();
    },
  };
};

/** One attempt of a step, with its progress reported. @param until ends it early */
export async function performAttempt(
  runtime: Runtime,
  step: WorkStep | undefined,
  row: WorkRow,
  until: readonly AbortSignal[],
): Promise<Record<string, unknown>> {
  if (!step) throw new Error(`nobody here knows work of the kind ${row.kind}`);
  const ended = new AbortController();
  for (const one of until) one.addEventListener('abort', () => ended.abort(one.reason), { once: true });
  if (until.some((one) => one.aborted)) ended.abort(until.find((one) => one.aborted)?.reason);
  const { signal } = ended;
  const reporter = createReporter(runtime, row.oid, ended);
  // Writes a heartbeat and notices a cancellation while the step reports nothing.
  const pulse = setInterval(() => {
    reporter.write().catch(() => undefined);
  }, limits.work.pulseEvery);
  try {
    return await watchStep(
      (alive) =>
        step({
          ...row,
          signal,
          alive: () => {
            alive();
            reporter.alive();
          },
          progress: async (share, at) => {
            alive();
            reporter.alive();
            signal.throwIfAborted();
            await reporter.progress(share, at);
          },
        }),
      ended,
    );
  } finally {
    clearInterval(pulse);
  }
}

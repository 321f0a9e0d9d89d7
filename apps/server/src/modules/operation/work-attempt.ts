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
  /** Tells how far it is, 0 to 1, and at what. Throws once the work has to end. */
  progress(share: number, step?: string): Promise<void>;
  /** A sign of life between two shares. Without one for a while the work counts as stuck and is ended. */
  alive(): void;
}) => Promise<Record<string, unknown>>;

/** The work was cancelled, or has to be left to another turn. */
export class WorkEnded extends Error {}

export const shortly = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, limits.work.errorChars);

/**
 * Ends a step that gives no sign of life, and gives up on one that does not end although it should: it would hold its
 * place for ever. What it holds itself it has to close when its signal fires.
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

/** Writes at most once a second how far work is, and notices that somebody cancelled it. */
const createReporter = ({ db, clock }: Runtime, oid: string, ended: AbortController) => {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let share = 0;
  let step: string | null = null;
  let moved = clock.wall();
  const write = async (): Promise<void> => {
    writtenAt = clock.mono();
    // The time of the last sign of life, not of this line: who looks at the row sees work that stands still.
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

/** One turn of a step, told as it goes. @param until ends it early */
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
  // A sign of life, and the ear for a cancellation, also while the step has nothing to say.
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

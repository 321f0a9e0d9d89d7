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
}) => Promise<Record<string, unknown>>;

/** The work was cancelled, or has to be left to another turn. */
export class WorkEnded extends Error {}

export const shortly = (error: unknown): string =>
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
export async function performTurn(
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

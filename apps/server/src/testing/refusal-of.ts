import { Refusal } from '../platform/http/refusal.ts';

/** What a call was refused with; null when it was done. What is no refusal is a fault, and no test may take it for an answer. */
export const refusalOf = (work: Promise<unknown>): Promise<Refusal | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

/** The reason of a refusal, or `done`. */
export const reasonOf = async (work: Promise<unknown>): Promise<string> =>
  (await refusalOf(work))?.reason ?? 'done';

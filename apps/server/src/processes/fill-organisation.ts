import type { DbOrTrx, Runtime } from '../platform/runtime.ts';
import { fillers } from './rooms.generated.ts';

/** Gives a new organisation what its rooms begin with, in the transaction that makes it. */
export const fillOrganisation =
  (runtime: Pick<Runtime, 'newOid'>) =>
  async (trx: DbOrTrx, groupRoot: string): Promise<void> => {
    for (const fill of fillers) await fill(runtime)(trx, groupRoot);
  };

import type { Runtime } from '../../platform/runtime.ts';
import type { AskSticks } from './drc.endpoints.ts';
import { hasAccount } from './drc.store.ts';

/**
 * Resolves once no frame of sticks under an earlier number of a lease is passed on any more. Where no gateway answers, it
 * takes as long as a gateway passes frames without having looked at session, right and lease.
 */
export const createSticksWait =
  ({ db }: Pick<Runtime, 'db'>, drcNow: AskSticks) =>
  async (dockOID: string, control: 'flight' | 'payload', epoch: number): Promise<void> => {
    if (control === 'flight' && (await hasAccount(db, dockOID))) await drcNow(dockOID, epoch);
  };

import type { PostedOutcome } from '@eyrie/domain';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { takeOutcomes } from './detection.submit.ts';
import type { RunRow } from './detection.store.ts';

/** Takes what a model saw as outcomes of its run, each once, as those of an outside detector are. */
export const submitModelOutcomes = async (
  runtime: Pick<Runtime, 'newOid' | 'serverTime'>,
  trx: DbOrTrx,
  run: RunRow,
  outcomes: readonly PostedOutcome[],
): Promise<void> => {
  const scope: Scope = { groupRoot: run.groupRoot, groupOID: run.groupOID };
  if (outcomes.length > 0) await takeOutcomes(runtime)(trx, scope, run, outcomes);
};

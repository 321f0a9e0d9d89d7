import { boxFits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { PostedOutcome } from '@eyrie/domain';
import { differingOutcomes, insertOutcomes, picturesOf, type RunRow } from './detection.store.ts';

/** Takes what a detector found, each thing once. @throws Refusal naming the first that cannot be taken */
export const takeOutcomes =
  ({ newOid, serverTime }: Pick<Runtime, 'newOid' | 'serverTime'>) =>
  async (trx: DbOrTrx, scope: Scope, run: RunRow, outcomes: readonly PostedOutcome[]) => {
    const outside = outcomes.find(({ box, picture }) => !boxFits(box, picture));
    if (outside) throw new Refusal('boxOutside', { data: { sourceId: outside.sourceId } });
    const pictures = [...new Set(outcomes.map(({ mediaOID }) => mediaOID))];
    const seen = await picturesOf(trx, scope, run, pictures);
    const unknown = pictures.find((oid) => !seen.has(oid));
    if (unknown !== undefined) throw new Refusal('pictureUnknown', { data: { mediaOID: unknown } });
    // Two requests that bring the same ones lock them in the same order.
    const made = outcomes
      .toSorted((a, b) => (a.mediaOID + a.sourceId < b.mediaOID + b.sourceId ? -1 : 1))
      .map((one) => ({ ...one, oid: newOid() }));
    const added = await insertOutcomes(trx, run, made, new Date(Math.round(serverTime())));
    const differing = added.length === made.length ? [] : await differingOutcomes(trx, run, made);
    return { added: added.length, known: made.length - added.length, differing };
  };

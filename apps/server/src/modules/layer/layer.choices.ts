import { changedChoices, choicesOfKnown, type LayerChange, type LayerChoices } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { choicesOf, lockChoices, writeChoices } from './layer-choice.store.ts';
import { treeOf } from './layer.store.ts';

/** What members chose for layers: each for themselves, bounded by the layers that their organisation has. */
export function createChoices({ db }: Pick<Runtime, 'db'>) {
  const known = async (from: Parameters<typeof treeOf>[0], groupRoot: string): Promise<Set<string>> =>
    new Set((await treeOf(from, groupRoot)).map(({ oid }) => oid));
  return {
    async of({ memberOID, groupRoot }: Caller): Promise<LayerChoices> {
      const [choices, layers] = await Promise.all([choicesOf(db, memberOID), known(db, groupRoot)]);
      return choicesOfKnown(choices, layers);
    },
    change: ({ memberOID, groupRoot }: Caller, change: LayerChange): Promise<LayerChoices> =>
      db.transaction().execute(async (trx) => {
        const before = await lockChoices(trx, memberOID);
        const after = choicesOfKnown(changedChoices(before, change), await known(trx, groupRoot));
        await writeChoices(trx, memberOID, after);
        return after;
      }),
  };
}

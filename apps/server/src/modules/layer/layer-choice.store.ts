import { noLayerChoices, type LayerChoices } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './layer.schema.ts';

const read = (db: DbOrTrx, memberOID: string) =>
  db
    .selectFrom('layer_choice')
    .select((row) => row.ref('choices').$castTo<LayerChoices>().as('choices'))
    .where('member_oid', '=', memberOID);

/** What a member chose for layers. */
export const choicesOf = async (db: DbOrTrx, memberOID: string): Promise<LayerChoices> =>
  (await read(db, memberOID).executeTakeFirst())?.choices ?? noLayerChoices;

/** The same, held until the transaction ends: a second change of the member waits, so that none is lost. */
export async function lockChoices(trx: DbOrTrx, memberOID: string): Promise<LayerChoices> {
  await trx
    .insertInto('layer_choice')
    .values({ member_oid: memberOID, choices: JSON.stringify(noLayerChoices) })
    .onConflict((on) => on.doNothing())
    .execute();
  return (await read(trx, memberOID).forUpdate().executeTakeFirstOrThrow()).choices;
}

export async function writeChoices(trx: DbOrTrx, memberOID: string, choices: LayerChoices): Promise<void> {
  await trx
    .updateTable('layer_choice')
    .set({ choices: JSON.stringify(choices) })
    .where('member_oid', '=', memberOID)
    .execute();
}

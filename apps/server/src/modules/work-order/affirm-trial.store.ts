import { limits } from '@eyrie/domain';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** What findings must be for a rule that is applied at once. */
interface TriedRule {
  class: string;
  confidence: number;
}
type Trier = Scope & { memberOID: string };

const { trialLife } = limits.workOrder;

/** Keeps that a member tried a rule on the past of their department; of older trials nothing is kept. */
export const keepTrial = async (
  trx: DbOrTrx,
  { memberOID, groupRoot, groupOID }: Trier,
  { class: found, confidence }: TriedRule,
  at: Date,
): Promise<void> => {
  await trx
    .deleteFrom('affirm_trial')
    .where('member_oid', '=', memberOID)
    .where('at', '<=', new Date(at.getTime() - trialLife))
    .execute();
  await trx
    .insertInto('affirm_trial')
    .values({
      member_oid: memberOID,
      group_root: groupRoot,
      group_oid: groupOID,
      class: found,
      confidence,
      at,
    })
    .onConflict((conflict) =>
      conflict.columns(['member_oid', 'group_oid', 'class', 'confidence']).doUpdateSet({ at }),
    )
    .execute();
};

/** Whether a member has tried exactly this rule, and the past that it was tried on is still about the present one. */
export const wasTried = async (
  trx: DbOrTrx,
  { memberOID, groupOID }: Trier,
  { class: found, confidence }: TriedRule,
  at: Date,
): Promise<boolean> =>
  (await trx
    .selectFrom('affirm_trial')
    .select('at')
    .where('member_oid', '=', memberOID)
    .where('group_oid', '=', groupOID)
    .where('class', '=', found)
    .where('confidence', '=', confidence)
    .where('at', '>', new Date(at.getTime() - trialLife))
    .executeTakeFirst()) !== undefined;

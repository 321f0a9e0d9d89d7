import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** What a rule confirmed that still has no order; what a person judged otherwise since gets none. */
export const waitingOfRule = async (db: DbOrTrx, ruleOID: string): Promise<string[]> => {
  await sql`update detection_audit decided set rule_waits = false from detection_outcome outcome
    where decided.rule_oid = ${ruleOID}::uuid and decided.rule_waits and outcome.oid = decided.outcome_oid
      and outcome.verdict is distinct from 'confirmed'`.execute(db);
  const { rows } = await sql<{ oid: string }>`select distinct outcome_oid as oid from detection_audit
    where rule_oid = ${ruleOID}::uuid and rule_waits limit ${limits.workOrder.atOnce}`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** Some of what a rule confirmed has its order, or needs none. */
export const waitNoMore = async (
  trx: DbOrTrx,
  ruleOID: string,
  outcomeOIDs: readonly string[],
): Promise<void> => {
  await sql`update detection_audit set rule_waits = false where rule_oid = ${ruleOID}::uuid and rule_waits
    and outcome_oid = any(${[...outcomeOIDs]}::uuid[])`.execute(trx);
};

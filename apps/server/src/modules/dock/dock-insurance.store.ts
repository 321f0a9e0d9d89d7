import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** How many docks are insured with each of these companies, by the code that stands in the dock's record. */
export async function docksInsuredBy(
  db: DbOrTrx,
  groupRoot: string,
  codes: readonly { code: string }[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('dock')
    .select(['insurance_company as code', sql<number>`count(*)::int`.as('count')])
    .where('group_root', '=', groupRoot)
    .where('deleted_at', 'is', null)
    .where(
      'insurance_company',
      'in',
      codes.map((one) => one.code),
    )
    .groupBy('insurance_company')
    .execute();
  return new Map(rows.map((row) => [row.code ?? '', row.count]));
}

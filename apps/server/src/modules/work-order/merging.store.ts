import type { OrderSeverity } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Orders that were merged into some, the first first. */
export const mergedInto = (db: DbOrTrx, oids: readonly string[]) =>
  db
    .selectFrom('work_order')
    .select(['oid', 'name', 'severity'])
    .where('merged_into', 'in', [...oids])
    // A server of the release before restores an order and leaves the rest.
    .where('state', '=', 'ignored')
    .orderBy('created_at')
    .orderBy('oid')
    .execute();

/** The order into which one was merged; null: none. */
export const mergedIntoOf = async (db: DbOrTrx, oid: string): Promise<string | null> => {
  const row = await db
    .selectFrom('work_order')
    .select('merged_into')
    .where('oid', '=', oid)
    .where('state', '=', 'ignored')
    .executeTakeFirst();
  return row?.merged_into ?? null;
};

/** @returns false: it was restored meanwhile, and points nowhere */
export const pointTo = async (trx: DbOrTrx, oid: string, into: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('work_order')
    .set({ merged_into: into })
    .where('oid', '=', oid)
    .where('state', '=', 'ignored')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** The severity that an order had before it was raised by one that was merged into it; null: it was not. */
export const ownSeverityOf = async (trx: DbOrTrx, oid: string): Promise<OrderSeverity | null> => {
  const row = await trx
    .selectFrom('work_order')
    .select('severity_own')
    .where('oid', '=', oid)
    .executeTakeFirst();
  return row?.severity_own ?? null;
};

export const keepOwnSeverity = async (
  trx: DbOrTrx,
  oid: string,
  severity: OrderSeverity | null,
): Promise<void> => {
  await trx.updateTable('work_order').set({ severity_own: severity }).where('oid', '=', oid).execute();
};

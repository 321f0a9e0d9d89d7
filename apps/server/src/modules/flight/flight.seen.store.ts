import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Whether a flight that is not deleted is of the caller's department or one below. */
export const flightVisible = async (db: DbOrTrx, scope: Scope, flightOID: string): Promise<boolean> =>
  (await db
    .selectFrom('flight')
    .select('oid')
    .where('oid', '=', flightOID)
    .where('deleted_at', 'is', null)
    .where(inScope('flight.group_oid', scope))
    .executeTakeFirst()) !== undefined;

import { oid as oidShape } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/**
 * The dock of an organisation that a request is about, null when it is about none: `dockOID` says so, or `oid` where
 * the call is one of a dock. Docks that were deleted are named as well.
 */
export async function dockNamedBy(db: DbOrTrx, groupRoot: string, request: unknown): Promise<string | null> {
  if (typeof request !== 'object' || request === null) return null;
  const { dockOID, oid } = request as { dockOID?: unknown; oid?: unknown };
  const named = [dockOID, oid].filter((one): one is string => oidShape.safeParse(one).success);
  if (named.length === 0) return null;
  const found = await db
    .selectFrom('dock')
    .select('oid')
    .where('oid', 'in', named)
    .where('group_root', '=', groupRoot)
    .limit(1)
    .executeTakeFirst();
  return found?.oid ?? null;
}

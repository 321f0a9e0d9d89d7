import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Caller } from '../../platform/http/endpoint.ts';

/** A device that nobody has in the book yet: found, in the department of who is signed in on it. */
export async function insertFound(
  trx: DbOrTrx,
  { groupRoot, groupOID }: Pick<Caller, 'groupRoot' | 'groupOID'>,
  device: { oid: string; kind: 'remoteController' | 'robot'; name: string; sn: string },
): Promise<void> {
  await trx
    .insertInto('device')
    .values({ ...device, group_root: groupRoot, group_oid: groupOID, found: true })
    .execute();
}

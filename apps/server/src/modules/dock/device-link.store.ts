import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { LinkKind } from './dock.store.ts';

/** A device that signs in under a serial number of its own, as its account needs it. */
export interface DeviceLink {
  oid: string;
  kind: Exclude<LinkKind, 'dock'>;
  vendor: 'DJI' | 'own';
  groupRoot: string;
  groupOID: string;
  name: string;
  sn: string;
  model: string;
  secretHash: Buffer;
  at: Date;
}

/** Gives a device an account at the broker, or another secret. The row has the oid of the device. */
export const putDeviceLink = async (trx: DbOrTrx, link: DeviceLink): Promise<void> => {
  const { oid, kind, vendor, groupRoot, groupOID, name, sn, model, secretHash, at } = link;
  const kept = { group_oid: groupOID, name, sn, model, vendor, secret_hash: secretHash, deleted_at: null };
  await trx
    .insertInto('dock')
    .values({ oid, kind, group_root: groupRoot, bound_at: at, ...kept })
    .onConflict((conflict) => conflict.column('oid').doUpdateSet(kept))
    .execute();
};

/**
 * The links of devices follow what became of the devices: name and department, and none for one that is retired or gone.
 * @param ended these are going in this transaction
 * @returns the links that changed, and the serial numbers that may sign in no more
 */
export const followDevices = async (
  trx: DbOrTrx,
  oids: readonly string[],
  { ended = false, at }: { ended?: boolean; at: Date },
): Promise<{ oid: string; sn: string; ended: boolean }[]> => {
  const { rows } = await sql<{ oid: string; sn: string; ended: boolean }>`
    update dock set name = device.name, group_oid = device.group_oid,
      deleted_at = case when ${ended}::boolean or device.retired_at is not null or device.deleted_at is not null
        then ${at}::timestamptz end
    from device
    where device.oid = dock.oid and dock.oid = any(${[...oids]}::uuid[]) and dock.kind <> 'dock'
      and dock.deleted_at is null
    returning dock.oid, dock.sn, dock.deleted_at is not null as ended`.execute(trx);
  return rows;
};

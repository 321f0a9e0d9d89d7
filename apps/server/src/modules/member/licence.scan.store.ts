import type { LicenceScan } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** A scan as it is stored. */
export interface StoredScan extends Pick<LicenceScan, 'contentType' | 'size' | 'addedAt'> {
  objectKey: string;
}

/** Holds licences until the transaction ends: whoever changes, confirms or deletes one of them, or its scan, waits. */
export const holdLicences = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  await trx
    .selectFrom('member_licence')
    .select('oid')
    .where('oid', 'in', [...oids])
    .orderBy('oid')
    .forUpdate()
    .execute();
};

/** Where the scan of a licence is stored, and what it is; undefined: it has none. */
export const storedScan = async (
  db: DbOrTrx,
  licenceOID: string,
): Promise<Pick<StoredScan, 'objectKey' | 'contentType'> | undefined> =>
  db
    .selectFrom('member_licence_scan')
    .select(['object_key as objectKey', 'content_type as contentType'])
    .where('licence_oid', '=', licenceOID)
    .executeTakeFirst();

/** Takes the scans of licences that are held. @returns where their files are stored */
export const takeScans = async (trx: DbOrTrx, licenceOIDs: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .deleteFrom('member_licence_scan')
    .where('licence_oid', 'in', [...licenceOIDs])
    .returning('object_key')
    .execute();
  return rows.map((row) => row.object_key);
};

export const insertScan = async (
  trx: DbOrTrx,
  scan: StoredScan & { licenceOID: string; groupRoot: string; by: string },
): Promise<void> => {
  await trx
    .insertInto('member_licence_scan')
    .values({
      licence_oid: scan.licenceOID,
      group_root: scan.groupRoot,
      content_type: scan.contentType,
      size: scan.size,
      object_key: scan.objectKey,
      created_by: scan.by,
      created_at: new Date(scan.addedAt),
    })
    .execute();
};

/** Scans that nobody sees any more, because their members were deleted: their licences, and where their files are stored. */
export const scansOfGone = (
  db: DbOrTrx,
  most: number,
): Promise<(Pick<StoredScan, 'objectKey'> & { licenceOID: string })[]> =>
  db
    .selectFrom('member_licence_scan as scan')
    .innerJoin('member_licence as licence', 'licence.oid', 'scan.licence_oid')
    .innerJoin('member', 'member.oid', 'licence.member_oid')
    .where('member.deleted_at', 'is not', null)
    .select(['scan.licence_oid as licenceOID', 'scan.object_key as objectKey'])
    .orderBy('scan.licence_oid')
    .limit(most)
    .execute();

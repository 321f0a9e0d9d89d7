import { licenceCalls, limits, type LicenceRecord } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { documentAnswer, readDocument } from '../device-document/index.ts';
import { holdLicences, insertScan, scansOfGone, storedScan, takeScans } from './licence.scan.store.ts';
import { licencesOf, licensedMember, type LicenceRow } from './licence.store.ts';

export interface ScanDependencies {
  audit: AuditLog;
  objects: Objects;
  /** @throws Refusal where the department, or one above it, or the disk has no room for so many bytes */
  requireRoom(department: { groupRoot: string; groupOID: string }, bytes: number): Promise<void>;
}

/** Who sees a licence: its holder, and whoever runs the organisation in their scope. */
export const seesLicence = (
  { memberOID: holder }: Pick<LicenceRow, 'memberOID'>,
  { memberOID, resources }: Pick<Caller, 'memberOID' | 'resources'>,
): boolean => holder === memberOID || resources.has('/OrganizationStructure');

/** What is confirmed stays as it was seen: its holder gives it no other scan. */
const maySetScan = (
  { memberOID: holder, confirmed }: Pick<LicenceRow, 'memberOID' | 'confirmed'>,
  { memberOID, resources }: Pick<Caller, 'memberOID' | 'resources'>,
): boolean => resources.has('member:edit') || (holder === memberOID && !confirmed);

/** Calls for the scan of a licence that the caller may make now. */
export const scanCallsAllowed = (row: LicenceRow, caller: Caller): string[] => {
  if (!maySetScan(row, caller)) return [];
  return row.scan === null ? ['addScan'] : ['addScan', 'deleteScan'];
};

/** Throws files away that nobody names any more; one that stays behind is no reason to refuse. */
export const discarding =
  ({ log }: Pick<Runtime, 'log'>, objects: Objects) =>
  async (keys: readonly string[]): Promise<void> => {
    for (const key of keys)
      await objects
        .delete(key)
        .catch((error: unknown) => log.warn({ err: error, key }, 'object not deleted'));
  };

/** Removes scans of members who were deleted, some at once. Safe on several servers, and at a kill in between. */
export const clearScans = async (
  { db }: Pick<Runtime, 'db'>,
  objects: Pick<Objects, 'delete'>,
): Promise<void> => {
  for (const { licenceOID, objectKey } of await scansOfGone(db, limits.licence.clearAtOnce)) {
    // The file first: none is left that no row names.
    await objects.delete(objectKey);
    await takeScans(db, [licenceOID]);
  }
};

/** @throws Refusal `notFound` where the caller sees no such licence, `notAllowed` where they may not change its scan */
const changeable = async (db: DbOrTrx, caller: Caller, oid: string): Promise<LicenceRow> => {
  const [row] = await licencesOf(db, caller, { oids: [oid] });
  if (!row || !seesLicence(row, caller)) throw notFound();
  if (!maySetScan(row, caller)) throw new Refusal('notAllowed');
  return row;
};

const detailOf = ({ oid, memberOID, licenceNumber }: LicenceRow) => ({ oid, memberOID, licenceNumber });

/** The file that shows a licence. */
export const scanEndpoints = (
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>,
  { audit, objects, requireRoom }: ScanDependencies,
  shown: (oid: string, caller: Caller) => Promise<LicenceRecord>,
): Endpoint[] => {
  const { db, newOid, serverTime } = runtime;
  const discard = discarding(runtime, objects);

  const add = async ({ oid }: { oid: string }, context: CallContext): Promise<LicenceRecord> => {
    const { caller, file } = context;
    if (!file) throw new Refusal('malformed');
    const { memberOID, scan: old } = await changeable(db, caller, oid);
    const holder = await licensedMember(db, caller, memberOID);
    if (!holder) throw notFound();
    const { bytes, contentType } = await readDocument(file.bytes);
    const size = bytes.length;
    // Another one takes the place of what is there.
    await requireRoom(holder, Math.max(0, size - (old?.size ?? 0)));
    const { groupRoot } = holder;
    const objectKey = `member-licence/${groupRoot}/${newOid()}`;
    await objects.put(objectKey, Buffer.from(bytes), { contentType });
    try {
      const before = await db.transaction().execute(async (trx) => {
        await holdLicences(trx, [oid]);
        // It was confirmed or deleted while the file was on its way.
        const licence = await changeable(trx, caller, oid);
        const taken = await takeScans(trx, [oid]);
        const addedAt = Math.round(serverTime());
        const scan = { contentType, size, addedAt, objectKey };
        await insertScan(trx, { ...scan, licenceOID: oid, groupRoot, by: caller.memberOID });
        const action = taken.length > 0 ? 'memberLicence.replaceScan' : 'memberLicence.addScan';
        await audit.done(trx, context, action, { ...detailOf(licence), size });
        return taken;
      });
      await discard(before);
    } catch (error) {
      await discard([objectKey]);
      throw error;
    }
    return shown(oid, caller);
  };

  const remove = async ({ oid }: { oid: string }, context: CallContext): Promise<LicenceRecord> => {
    const { caller } = context;
    const taken = await db.transaction().execute(async (trx) => {
      await holdLicences(trx, [oid]);
      const licence = await changeable(trx, caller, oid);
      const keys = await takeScans(trx, [oid]);
      if (keys.length === 0) throw notFound();
      await audit.done(trx, context, 'memberLicence.deleteScan', detailOf(licence));
      return keys;
    });
    await discard(taken);
    return shown(oid, caller);
  };

  const seen = async (oid: string, caller: Caller): Promise<LicenceRow | undefined> => {
    const [row] = await licencesOf(db, caller, { oids: [oid] });
    return row && seesLicence(row, caller) ? row : undefined;
  };

  return [
    serve(licenceCalls.scan, async ({ oid }, { caller }) => {
      const row = await seen(oid, caller);
      const scan = row && (await storedScan(db, oid));
      const found = scan ? await objects.get(scan.objectKey) : null;
      if (!row || !scan || !found) throw notFound();
      const { contentType } = scan;
      const isSeen = async (now: Caller): Promise<boolean> => (await seen(oid, now)) !== undefined;
      return documentAnswer(found, { name: row.licenceNumber, contentType }, isSeen);
    }),
    serve(licenceCalls.addScan, add),
    serve(licenceCalls.removeScan, remove),
  ];
};

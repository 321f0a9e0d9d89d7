import type { DeviceDocument, DocumentedKind } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { visibleDepartments } from '../department/index.ts';

/** The device that documents belong to. */
export interface DocumentedDevice {
  oid: string;
  name: string;
  kind: DocumentedKind;
  groupRoot: string;
}

type Scope = Pick<Caller, 'groupRoot' | 'groupOID'>;

/** Docks, aircraft and other devices alike, whether they stand or were deleted: the condition says which. */
const devices = sql`(
  select oid, name, kind, group_root, group_oid, deleted_at, retired_at from device
  union all select oid, name, 'drone', group_root, group_oid, deleted_at, retired_at from drone
  union all select oid, name, 'dock', group_root, group_oid, deleted_at, retired_at from dock where kind = 'dock')`;

const seenBy = (scope: Scope, kinds: readonly DocumentedKind[]): RawBuilder<boolean> =>
  sql<boolean>`of_device.deleted_at is null and of_device.kind = any(${[...kinds]}::text[])
    and of_device.group_root = ${scope.groupRoot}::uuid and of_device.group_oid in ${visibleDepartments(scope)}`;

/** A device of these kinds that the caller may see; undefined: there is none for them. */
export async function documentedDevice(
  db: DbOrTrx,
  scope: Scope,
  kinds: readonly DocumentedKind[],
  oid: string,
): Promise<DocumentedDevice | undefined> {
  const { rows } = await sql<DocumentedDevice>`
    select of_device.oid, of_device.name, of_device.kind, of_device.group_root as "groupRoot"
    from ${devices} of_device where of_device.oid = ${oid}::uuid and ${seenBy(scope, kinds)}`.execute(db);
  return rows[0];
}

export interface DocumentRow extends Omit<DeviceDocument, 'allowed'> {
  objectKey: string;
  deviceKind: DocumentedKind;
  deviceName: string;
}

/** Documents of devices that the caller may see, the newest first. */
export async function documentsOf(
  db: DbOrTrx,
  scope: Scope,
  kinds: readonly DocumentedKind[],
  by: { deviceOID: string } | { oids: readonly string[] },
): Promise<DocumentRow[]> {
  const wanted =
    'deviceOID' in by
      ? sql`document.device_oid = ${by.deviceOID}::uuid`
      : sql`document.oid = any(${[...by.oids]}::uuid[])`;
  const { rows } = await sql<
    Omit<DocumentRow, 'validUntil' | 'createdAt'> & { validUntil: Date | null; createdAt: Date }
  >`
    select document.oid, document.device_oid as "deviceOID", document.device_kind as "deviceKind",
      of_device.name as "deviceName", document.name, document.kind, document.content_type as "contentType", document.size, document.valid_until as "validUntil",
      document.remark, member.name as "createdBy", document.created_at as "createdAt",
      document.object_key as "objectKey"
    from device_document document
    join ${devices} of_device on of_device.oid = document.device_oid
    left join member on member.oid = document.created_by
    where ${wanted} and ${seenBy(scope, kinds)}
    order by document.created_at desc, document.oid desc`.execute(db);
  return rows.map(({ validUntil, createdAt, ...row }) => ({
    ...row,
    validUntil: validUntil?.getTime() ?? null,
    createdAt: createdAt.getTime(),
  }));
}

/**
 * How many documents a device has. Whoever asks at the same time for the same device waits until the transaction ends,
 * so that two cannot both be the last one.
 */
export async function countDocuments(trx: DbOrTrx, deviceOID: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`device_document ${deviceOID}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_document where device_oid = ${deviceOID}::uuid`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function insertDocument(
  trx: DbOrTrx,
  {
    device,
    by,
    ...document
  }: Omit<DocumentRow, 'createdBy' | 'deviceOID' | 'deviceKind' | 'deviceName'> & {
    device: DocumentedDevice;
    by: string;
  },
): Promise<void> {
  await trx
    .insertInto('device_document')
    .values({
      oid: document.oid,
      group_root: device.groupRoot,
      device_oid: device.oid,
      device_kind: device.kind,
      kind: document.kind,
      name: document.name,
      remark: document.remark,
      content_type: document.contentType,
      size: document.size,
      object_key: document.objectKey,
      valid_until: document.validUntil === null ? null : new Date(document.validUntil),
      created_by: by,
      created_at: new Date(document.createdAt),
    })
    .execute();
}

export async function deleteDocuments(trx: DbOrTrx, oids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('device_document')
    .where('oid', 'in', [...oids])
    .execute();
}

/** A document that ends soon, or has ended, of which nobody was reminded at this distance. */
export interface EndingDocument {
  deviceOID: string;
  kind: DocumentedKind;
  name: string;
  document: string;
  groupOID: string;
  days: number;
}

/**
 * Documents that end within so many days, each noted as reminded of; which of several servers notes it reminds.
 * @param distances days before the end at which is reminded
 * @param overFor days for which one that has ended is still reminded of
 */
export async function recordEndingDocuments(
  db: DbOrTrx,
  distances: readonly number[],
  overFor: number,
  now: Date,
): Promise<EndingDocument[]> {
  const { rows } = await sql<EndingDocument>`
    with ending as (
      select document.oid, document.name as document, document.valid_until, of_device.oid as device_oid,
        of_device.kind, of_device.name, of_device.group_oid,
        (select min(distance) from unnest(${[...distances]}::int[]) distance
          where document.valid_until <= ${now}::timestamptz + distance * interval '1 day') as days
      from device_document document join ${devices} of_device on of_device.oid = document.device_oid
      where of_device.deleted_at is null and of_device.retired_at is null
        and document.valid_until between ${now}::timestamptz - ${overFor} * interval '1 day'
          and ${now}::timestamptz + ${Math.max(...distances)} * interval '1 day'
    ), noted as (
      insert into device_document_reminder (document_oid, days, at)
      select oid, days, ${now}::timestamptz from ending where days is not null
      on conflict do nothing returning document_oid
    )
    select ending.device_oid as "deviceOID", ending.kind, ending.name, ending.document,
      ending.group_oid as "groupOID", ending.days
    from ending join noted on noted.document_oid = ending.oid`.execute(db);
  return rows;
}

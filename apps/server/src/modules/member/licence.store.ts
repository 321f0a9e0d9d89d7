import type { LicenceRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

type Scope = Pick<Caller, 'groupRoot' | 'groupOID'>;

/** A member in the scope of a caller, with the department it belongs to; undefined: there is none. */
export const licensedMember = async (
  db: DbOrTrx,
  scope: Scope & Pick<Caller, 'memberOID'>,
  oid: string,
): Promise<{ oid: string; groupRoot: string; groupOID: string; name: string } | undefined> =>
  db
    .selectFrom('member')
    .select(['oid', 'group_root as groupRoot', 'group_oid as groupOID', 'name'])
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([inScope('member.group_oid', scope), eb('oid', '=', scope.memberOID)]))
    .executeTakeFirst();

export type LicenceRow = Omit<LicenceRecord, 'allowed'>;

/** Licences of members in the scope of a caller, those that end last first; the caller's own are always there. */
export const licencesOf = async (
  db: DbOrTrx,
  scope: Scope & Pick<Caller, 'memberOID'>,
  by: { memberOID: string } | { oids: readonly string[] },
): Promise<LicenceRow[]> => {
  const rows = await db
    .selectFrom('member_licence')
    .innerJoin('member', 'member.oid', 'member_licence.member_oid')
    .innerJoin('member as maker', 'maker.oid', 'member_licence.created_by')
    .leftJoin('member as keeper', 'keeper.oid', 'member_licence.confirmed_by')
    .leftJoin('member_licence_scan as scan', 'scan.licence_oid', 'member_licence.oid')
    .leftJoin('member as scanner', 'scanner.oid', 'scan.created_by')
    .select([
      'member_licence.oid',
      'member_licence.member_oid as memberOID',
      'member_licence.kind',
      'member_licence.number as licenceNumber',
      'member_licence.valid_until as validUntil',
      'member_licence.created_at as createdAt',
      'maker.name as createdBy',
      'keeper.name as confirmedBy',
      'member_licence.unconfirmed',
      'scan.content_type as contentType',
      'scan.size',
      'scan.created_at as scannedAt',
      'scanner.name as scannedBy',
    ])
    .where('member.deleted_at', 'is', null)
    .where((eb) => eb.or([inScope('member.group_oid', scope), eb('member.oid', '=', scope.memberOID)]))
    .where(
      'memberOID' in by
        ? sql<boolean>`member_licence.member_oid = ${by.memberOID}::uuid`
        : sql<boolean>`member_licence.oid = any(${[...by.oids]}::uuid[])`,
    )
    .orderBy(sql`member_licence.valid_until desc nulls first`)
    .orderBy('member_licence.oid')
    .execute();
  return rows.map(
    ({ validUntil, createdAt, unconfirmed, contentType, size, scannedAt, scannedBy, ...row }) => ({
      ...row,
      scan:
        contentType === null || size === null || scannedAt === null || scannedBy === null
          ? null
          : { contentType, size, addedAt: scannedAt.getTime(), addedBy: scannedBy },
      confirmed: !unconfirmed,
      validUntil: validUntil?.getTime() ?? null,
      createdAt: createdAt.getTime(),
    }),
  );
};

/** Numbers of a member's licences by their kinds; whoever enters one at the same time waits. */
export const lockLicences = async (
  trx: DbOrTrx,
  memberOID: string,
): Promise<{ kind: string; number: string }[]> => {
  await trx.selectFrom('member').select('oid').where('oid', '=', memberOID).forNoKeyUpdate().execute();
  return trx
    .selectFrom('member_licence')
    .select(['kind', 'number'])
    .where('member_oid', '=', memberOID)
    .execute();
};

export const insertLicence = async (
  trx: DbOrTrx,
  licence: Pick<LicenceRecord, 'oid' | 'memberOID' | 'kind' | 'licenceNumber' | 'validUntil'> & {
    groupRoot: string;
    by: string;
    unconfirmed: boolean;
  },
): Promise<void> => {
  await trx
    .insertInto('member_licence')
    .values({
      oid: licence.oid,
      group_root: licence.groupRoot,
      member_oid: licence.memberOID,
      kind: licence.kind,
      number: licence.licenceNumber,
      valid_until: licence.validUntil === null ? null : new Date(licence.validUntil),
      created_by: licence.by,
      unconfirmed: licence.unconfirmed,
    })
    .execute();
};

/** Confirms one that waits. False: somebody was quicker, or it is gone. */
export const confirmLicence = async (trx: DbOrTrx, oid: string, by: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('member_licence')
    .set({ unconfirmed: false, confirmed_by: by })
    .where('oid', '=', oid)
    .where('unconfirmed', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Deletes one that its holder entered and nobody has confirmed. False: there is none. */
export const withdrawLicence = async (trx: DbOrTrx, oid: string, memberOID: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('member_licence')
    .where('oid', '=', oid)
    .where('member_oid', '=', memberOID)
    .where('unconfirmed', '=', true)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

export const deleteLicences = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  await trx
    .deleteFrom('member_licence')
    .where('oid', 'in', [...oids])
    .execute();
};

/** Until when the confirmed licence of a member holds that ends last, epoch ms, null: it does not end; undefined: nobody keeps one. */
export const licenceUntil = async (db: DbOrTrx, memberOID: string): Promise<number | null | undefined> => {
  const row = await db
    .selectFrom('member_licence')
    .select('valid_until')
    .where('member_oid', '=', memberOID)
    .where('unconfirmed', '=', false)
    .orderBy(sql`valid_until desc nulls first`)
    .limit(1)
    .executeTakeFirst();
  return row && (row.valid_until?.getTime() ?? null);
};

/** A licence that ends soon, or has ended, of which nobody was reminded at this distance. */
export interface EndingLicence {
  memberOID: string;
  groupOID: string;
  name: string;
  number: string;
  days: number;
}

/** As `recordEndingDocuments`, of licences that are the last of their kind to end. */
export const recordEndingLicences = async (
  db: DbOrTrx,
  { distances, overFor, now }: { distances: readonly number[]; overFor: number; now: Date },
): Promise<EndingLicence[]> => {
  const { rows } = await sql<EndingLicence>`
    with ending as (
      select licence.oid, licence.number, member.oid as member_oid, member.group_oid, member.name,
        (select min(distance) from unnest(${[...distances]}::int[]) distance
          where licence.valid_until <= ${now}::timestamptz + distance * interval '1 day') as days
      from member_licence licence join member on member.oid = licence.member_oid
      where member.deleted_at is null and member.enabled and not licence.unconfirmed
        and licence.valid_until between ${now}::timestamptz - ${overFor} * interval '1 day'
          and ${now}::timestamptz + ${Math.max(...distances)} * interval '1 day'
        -- What was renewed ends without a word.
        and not exists (select from member_licence later where later.member_oid = licence.member_oid
          and not later.unconfirmed and later.kind = licence.kind and coalesce(later.valid_until, 'infinity') > licence.valid_until)
    ), noted as (
      insert into member_licence_reminder (licence_oid, days, at)
      select oid, days, ${now}::timestamptz from ending where days is not null
      on conflict do nothing returning licence_oid
    )
    select ending.member_oid as "memberOID", ending.group_oid as "groupOID", ending.name, ending.number, ending.days
    from ending join noted on noted.licence_oid = ending.oid`.execute(db);
  return rows;
};

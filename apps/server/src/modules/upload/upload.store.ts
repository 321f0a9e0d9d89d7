import { sql } from 'kysely';
import { overlap, type UploadPart, type UploadPurpose } from '@eyrie/domain';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import './upload.schema.ts';

/** Which upload is meant: the one of these bytes, for one member. */
export interface UploadMark {
  memberOID: string;
  purpose: UploadPurpose;
  hash: string;
}

export const findUpload = (db: DbOrTrx, { memberOID, purpose, hash }: UploadMark) =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('member_oid', '=', memberOID)
    .where('purpose', '=', purpose)
    .where('hash', '=', hash)
    .executeTakeFirst();
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

export interface NewUpload extends UploadMark {
  oid: string;
  groupRoot: string;
  name: string;
  size: number;
  at: Date;
}

/** Begins an upload; two requests that begin one at once begin one. */
export const beginUpload = async (db: DbOrTrx, upload: NewUpload): Promise<UploadRow> => {
  await db
    .insertInto('upload')
    .values({
      oid: upload.oid,
      group_root: upload.groupRoot,
      member_oid: upload.memberOID,
      purpose: upload.purpose,
      name: upload.name,
      size: upload.size,
      hash: upload.hash,
      created_at: upload.at,
      touched_at: upload.at,
    })
    .onConflict((conflict) => conflict.columns(['member_oid', 'purpose', 'hash']).doNothing())
    .execute();
  return (await findUpload(db, upload)) as UploadRow;
};

export interface StoredPart extends UploadPart {
  key: string;
}

/** Parts that have arrived, from the start of the file to its end. */
export const partsOf = async (db: DbOrTrx, uploadOID: string): Promise<StoredPart[]> => {
  const rows = await db
    .selectFrom('upload_part')
    .select(['start', 'length', 'object_key'])
    .where('upload_oid', '=', uploadOID)
    .where('received', '=', true)
    .orderBy('start')
    .execute();
  return rows.map(({ start, length, object_key: key }) => ({ start: Number(start), length, key }));
};

export type PartPlace = 'new' | 'there' | 'overlap' | 'gone';

/**
 * Notes a part that is about to be stored. One that never arrived gives way; one that did stands.
 * @returns with `new`, the keys of parts that gave way
 */
export const recordPart = (
  db: Db,
  uploadOID: string,
  part: StoredPart & { sha256: string },
): Promise<{ place: PartPlace; given: string[] }> =>
  db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('upload')
      .select('oid')
      .where('oid', '=', uploadOID)
      .where('stored_oid', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return { place: 'gone', given: [] };
    const rows = (
      await trx.selectFrom('upload_part').selectAll().where('upload_oid', '=', uploadOID).execute()
    ).map((row) => ({ ...row, start: Number(row.start) }));
    const touched = rows.filter((row) => overlap(row, part));
    const arrived = touched.filter(({ received }) => received);
    const [same] = arrived;
    if (same && same.start === part.start && same.length === part.length && same.sha256 === part.sha256)
      return { place: 'there', given: [] };
    if (arrived.length > 0) return { place: 'overlap', given: [] };
    for (const { start } of touched)
      await trx
        .deleteFrom('upload_part')
        .where('upload_oid', '=', uploadOID)
        .where('start', '=', String(start))
        .execute();
    const { start, length, key, sha256 } = part;
    await trx
      .insertInto('upload_part')
      .values({ upload_oid: uploadOID, start, length, sha256, object_key: key })
      .execute();
    return { place: 'new', given: touched.map(({ object_key: given }) => given) };
  });

/** A part has been stored. @returns false when it has given way to another one meanwhile */
export const partArrived = async (db: Db, uploadOID: string, key: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('upload_part')
    .set({ received: true })
    .where('upload_oid', '=', uploadOID)
    .where('object_key', '=', key)
    .executeTakeFirstOrThrow();
  await db.updateTable('upload').set({ touched_at: at }).where('oid', '=', uploadOID).execute();
  return Number(numUpdatedRows) === 1;
};

/** Whether this server may put an upload together, until then. */
export const claimJoin = async (db: Db, uploadOID: string, now: Date, until: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ joined_until: until, touched_at: now })
    .where('oid', '=', uploadOID)
    .where('stored_oid', 'is', null)
    .where((eb) => eb.or([eb('joined_until', 'is', null), eb('joined_until', '<', now)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
};

/** The server that puts it together is still there; null: it is no longer. */
export const setJoin = async (db: Db, uploadOID: string, until: Date | null): Promise<void> => {
  await db.updateTable('upload').set({ joined_until: until }).where('oid', '=', uploadOID).execute();
};

export const uploadStored = async (db: Db, uploadOID: string, storedOID: string): Promise<void> => {
  await db
    .updateTable('upload')
    .set({ stored_oid: storedOID, joined_until: null })
    .where('oid', '=', uploadOID)
    .execute();
};

/** Keys of everything that may lie in the store for an upload. */
export const keysOf = async (db: Db, uploadOID: string): Promise<string[]> =>
  (await db.selectFrom('upload_part').select('object_key').where('upload_oid', '=', uploadOID).execute()).map(
    (row) => row.object_key,
  );

export const dropParts = async (db: Db, uploadOID: string): Promise<void> => {
  await db.deleteFrom('upload_part').where('upload_oid', '=', uploadOID).execute();
};
export const dropUpload = async (db: Db, uploadOID: string): Promise<void> => {
  await db.deleteFrom('upload').where('oid', '=', uploadOID).execute();
};

/** Unfinished uploads of a member, the last first. */
export const unfinishedOf = async (db: Db, memberOID: string) =>
  db
    .selectFrom('upload')
    .select(['oid', 'name', 'size', 'purpose', 'touched_at'])
    .select((eb) =>
      eb
        .selectFrom('upload_part')
        .select(sql<string>`coalesce(sum(length), 0)`.as('received'))
        .whereRef('upload_oid', '=', 'upload.oid')
        .where('received', '=', true)
        .as('received'),
    )
    .where('member_oid', '=', memberOID)
    .where('stored_oid', 'is', null)
    .orderBy('touched_at', 'desc')
    .limit(200)
    .execute();

/** An unfinished upload of a member. */
export const ownUpload = (db: Db, memberOID: string, oid: string) =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('oid', '=', oid)
    .where('member_oid', '=', memberOID)
    .where('stored_oid', 'is', null)
    .executeTakeFirst();

/** What an organisation has stored and on its way, bytes, and how many uploads a member has open. */
export const usageOf = async (db: Db, { groupRoot, memberOID }: { groupRoot: string; memberOID: string }) => {
  const { rows } = await sql<{ bytes: string; open: string }>`select
      (select coalesce(sum(size), 0) from media where group_root = ${groupRoot})
      + (select coalesce(sum(size), 0) from upload where group_root = ${groupRoot} and stored_oid is null) as bytes,
      (select count(*) from upload where member_oid = ${memberOID} and stored_oid is null) as open`.execute(
    db,
  );
  return { bytes: Number(rows[0]?.bytes ?? 0), open: Number(rows[0]?.open ?? 0) };
};

/** Uploads that nobody has gone on with since then. */
export const abandoned = (db: Db, before: Date, most: number) =>
  db
    .selectFrom('upload')
    .select('oid')
    .where('touched_at', '<', before)
    .orderBy('touched_at')
    .limit(most)
    .execute();

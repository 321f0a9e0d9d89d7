import { sql } from 'kysely';
import { type UploadPart, type UploadPurpose } from '@eyrie/domain';
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
  /** What was counted of a part that lies at its place in the growing file; null: it is an object of its own. */
  inPlace: { blocks: Buffer; crc32: number } | null;
}

/** Parts that have arrived, from the start of the file to its end. */
export const partsOf = async (db: DbOrTrx, uploadOID: string): Promise<StoredPart[]> => {
  const rows = await db
    .selectFrom('upload_part')
    .select(['start', 'length', 'object_key', 'blocks', 'crc32'])
    .where('upload_oid', '=', uploadOID)
    .where('received', '=', true)
    .orderBy('start')
    .execute();
  return rows.map(({ start, length, object_key: key, blocks, crc32 }) => ({
    start: Number(start),
    length,
    key,
    inPlace: blocks && { blocks, crc32: Number(crc32) },
  }));
};

interface Touched {
  start: string;
  length: number;
  sha256: string;
  received: boolean;
  object_key: string;
}

/** Parts of an upload that have a byte in common with some others. @param end behind their last byte */
const overlapping = (uploadOID: string, start: number, end: number) =>
  sql`select start, length, sha256, received, object_key from upload_part
    where upload_oid = ${uploadOID} and start < ${end} and start + length > ${start}`;

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
    const { start, length, key, sha256, inPlace } = part;
    const end = start + length;
    const { rows: free } = await sql`insert into upload_part
        (upload_oid, start, length, sha256, object_key, blocks, crc32)
      select ${uploadOID}::uuid, ${start}::bigint, ${length}::integer, ${sha256}, ${key},
        ${inPlace && inPlace.blocks}::bytea, ${inPlace && inPlace.crc32}::bigint
      where not exists (${overlapping(uploadOID, start, end)}) returning start`.execute(trx);
    if (free.length > 0) return { place: 'new', given: [] };
    const touched = (await sql<Touched>`${overlapping(uploadOID, start, end)}`.execute(trx)).rows.map(
      (row) => ({ ...row, start: Number(row.start) }),
    );
    const arrived = touched.filter(({ received }) => received);
    const [same] = arrived;
    if (same && same.start === start && same.length === length && same.sha256 === sha256)
      return { place: 'there', given: [] };
    if (arrived.length > 0) return { place: 'overlap', given: [] };
    for (const { start: given } of touched)
      await trx
        .deleteFrom('upload_part')
        .where('upload_oid', '=', uploadOID)
        .where('start', '=', String(given))
        .execute();
    await trx.updateTable('upload').set({ contested: true }).where('oid', '=', uploadOID).execute();
    await trx
      .insertInto('upload_part')
      .values({
        upload_oid: uploadOID,
        start,
        length,
        sha256,
        object_key: key,
        blocks: inPlace && inPlace.blocks,
        crc32: inPlace && inPlace.crc32,
      })
      .execute();
    return { place: 'new', given: touched.map(({ object_key: given }) => given) };
  });

/** A part has been stored. @returns false when it has given way to another one meanwhile */
export const partArrived = async (db: Db, uploadOID: string, key: string, at: Date): Promise<boolean> => {
  // One statement: the disk of the database is waited for once. Its part is found through the upload, so that the upload
  // is locked first, as by whoever lets a part give way; the other way round the two would wait for each other.
  const { rows } = await sql`with touched as (
      update upload set touched_at = ${at} where oid = ${uploadOID} returning oid)
    update upload_part set received = true from touched
    where upload_oid = touched.oid and object_key = ${key} returning start`.execute(db);
  return rows.length === 1;
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

/** Keys of all parts that may lie in the store as objects of their own. */
export const keysOf = async (db: Db, uploadOID: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('upload_part')
    .select('object_key')
    .where('upload_oid', '=', uploadOID)
    .where('blocks', 'is', null)
    .execute();
  return rows.map((row) => row.object_key);
};

/** Those of some names that are uploads, whatever became of them. */
export const knownUploads = async (db: Db, names: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ oid: string }>`select oid from upload
    where oid::text = any(${[...names]}::text[])`.execute(db);
  return new Set(rows.map(({ oid }) => oid));
};

/** Whether an upload is still to become something. */
export const isUnderWay = async (db: Db, uploadOID: string): Promise<boolean> =>
  (await db
    .selectFrom('upload')
    .select('oid')
    .where('oid', '=', uploadOID)
    .where('stored_oid', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Whether a part of it ever gave way to another one. */
export const isContested = async (db: Db, uploadOID: string): Promise<boolean> =>
  (await db
    .selectFrom('upload')
    .select('oid')
    .where('oid', '=', uploadOID)
    .where('contested', '=', true)
    .executeTakeFirst()) !== undefined;

export const dropParts = async (db: Db, uploadOID: string): Promise<void> => {
  await db.deleteFrom('upload_part').where('upload_oid', '=', uploadOID).execute();
};
/** Forgets parts that lay at their places in growing files: a backup has none of those, and they are sent again. */
export const forgetGrown = async (trx: DbOrTrx): Promise<void> => {
  await trx.deleteFrom('upload_part').where('blocks', 'is not', null).execute();
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

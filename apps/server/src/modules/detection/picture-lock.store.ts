import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** A picture of a run. */
export interface RunPicture {
  detectionOID: string;
  mediaOID: string;
}
export interface LockHolder {
  memberOID: string;
  name: string;
  since: Date;
  until: Date;
}

/** Who has a picture at a moment; null: nobody. */
export const lockHolder = async (
  db: DbOrTrx,
  { detectionOID, mediaOID }: RunPicture,
  at: Date,
): Promise<LockHolder | null> =>
  (await db
    .selectFrom('detection_lock')
    .innerJoin('member', 'member.oid', 'detection_lock.member_oid')
    .select(['member.oid as memberOID', 'member.name', 'detection_lock.since', 'detection_lock.until'])
    .where('detection_oid', '=', detectionOID)
    .where('media_oid', '=', mediaOID)
    .where('until', '>', at)
    .executeTakeFirst()) ?? null;

/** Takes a picture, or keeps it; of two that come at once one has it. @returns who has it now */
export const takeLock = async (
  trx: DbOrTrx,
  picture: RunPicture & { groupRoot: string },
  memberOID: string,
  at: Date,
): Promise<LockHolder | null> => {
  const until = new Date(at.getTime() + limits.detection.lockLife);
  await sql`insert into detection_lock as held (detection_oid, media_oid, group_root, member_oid, since, until)
    values (${picture.detectionOID}::uuid, ${picture.mediaOID}::uuid, ${picture.groupRoot}::uuid, ${memberOID}::uuid,
      ${at}, ${until})
    on conflict (detection_oid, media_oid) do update set member_oid = excluded.member_oid, until = excluded.until,
      since = case when held.member_oid = excluded.member_oid and held.until > ${at} then held.since
        else excluded.since end
    where held.member_oid = excluded.member_oid or held.until <= ${at}`.execute(trx);
  return lockHolder(trx, picture, at);
};

export const freeLock = async (
  db: DbOrTrx,
  { detectionOID, mediaOID }: RunPicture,
  memberOID: string,
): Promise<void> => {
  await db
    .deleteFrom('detection_lock')
    .where('detection_oid', '=', detectionOID)
    .where('media_oid', '=', mediaOID)
    .where('member_oid', '=', memberOID)
    .execute();
};

/** Keeps that somebody has reviewed a picture, since they first did. */
export const keepReviewed = async (
  trx: DbOrTrx,
  picture: RunPicture & { groupRoot: string },
  memberOID: string,
  at: Date,
): Promise<void> => {
  await trx
    .insertInto('detection_reviewed')
    .values({
      detection_oid: picture.detectionOID,
      media_oid: picture.mediaOID,
      member_oid: memberOID,
      group_root: picture.groupRoot,
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The picture of an outcome. */
export const pictureOf = async (db: DbOrTrx, outcomeOID: string): Promise<string | null> =>
  (
    await db
      .selectFrom('detection_outcome')
      .select('media_oid')
      .where('oid', '=', outcomeOID)
      .executeTakeFirst()
  )?.media_oid ?? null;

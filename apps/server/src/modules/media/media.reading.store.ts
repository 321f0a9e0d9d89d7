import { sql } from 'kysely';
import type { PhotoFacts, ReadingFault, VideoFacts } from '@eyrie/domain';
import { isTimeSound } from './video-facts.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';

/** A photo or a video that this server has taken to read it. */
export interface ClaimedFile {
  oid: string;
  kind: 'photo' | 'video';
  groupRoot: string;
  objectKey: string;
  name: string;
  /** As its device said it, epoch ms. */
  deviceAt: number | null;
  receivedAt: number;
  attempts: number;
}

/** Takes the newest file of a kind that waits, or whose server fell silent; nobody else has it until then. */
export const claimFile = async (
  db: Db,
  kind: ClaimedFile['kind'],
  now: Date,
  until: Date,
): Promise<ClaimedFile | undefined> => {
  const { rows } = await sql<
    Omit<ClaimedFile, 'deviceAt' | 'receivedAt'> & { shotAt: Date | null; createdAt: Date }
  >`update media set reading_until = ${until}, reading_attempts = reading_attempts + 1
    where oid = (select oid from media
      where reading_state = 'waiting' and kind = ${sql.lit(kind)} and deleted_at is null
        and (reading_until is null or reading_until < ${now})
      order by created_at desc, oid limit 1 for update skip locked)
    returning oid, kind, group_root as "groupRoot", object_key as "objectKey", name, shot_at as "shotAt",
      created_at as "createdAt", reading_attempts as attempts`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { shotAt, createdAt, ...file } = row;
  return { ...file, deviceAt: shotAt?.getTime() ?? null, receivedAt: createdAt.getTime() };
};

/** Gives a file back that could not be fetched: that is no fault of it. */
export const releaseFile = async (db: Db, { oid, attempts }: ClaimedFile, until: Date): Promise<void> => {
  await db
    .updateTable('media')
    .set({ reading_until: until, reading_attempts: attempts - 1 })
    .where('oid', '=', oid)
    .where('reading_state', '=', 'waiting')
    .where('reading_attempts', '=', attempts)
    .execute();
};

/** What became of a reading. */
export interface ReadingEnd {
  fault: ReadingFault | null;
  facts: PhotoFacts | null;
  video: VideoFacts | null;
  size: { width: number; height: number } | null;
  thumbnailKey: string | null;
}

/**
 * Keeps what was read. What the device said of a file stays; only what it left open is filled from the file.
 * @returns false where another attempt has it meanwhile, or it is gone
 */
export const endReading = async (
  db: DbOrTrx,
  { oid, attempts }: ClaimedFile,
  { fault, facts, video, size, thumbnailKey }: ReadingEnd,
): Promise<boolean> => {
  const { ellipsoid = null, altitude = null, relative = null } = facts?.heights ?? {};
  const filmed = video && isTimeSound(video) ? video.startedAt : null;
  const taken = facts?.takenAt ?? filmed;
  const [lng, lat] = facts ? [facts.lng, facts.lat] : [video?.lng ?? null, video?.lat ?? null];
  const { numAffectedRows } = await sql`update media set
      reading_state = ${fault === null ? 'done' : 'failed'}, reading_fault = ${fault}, reading_until = null,
      facts = ${facts === null ? null : JSON.stringify(facts)}::jsonb, video = ${video === null ? null : JSON.stringify(video)}::jsonb,
      lens = ${facts?.lens ?? null},
      width = ${size?.width ?? null}, height = ${size?.height ?? null}, thumbnail_key = ${thumbnailKey},
      lng = case when lng is null or lat is null then ${lng}::float8 else lng end,
      lat = case when lng is null or lat is null then ${lat}::float8 else lat end,
      absolute_altitude = coalesce(absolute_altitude, ${altitude ?? ellipsoid}),
      relative_altitude = coalesce(relative_altitude, ${relative}),
      gimbal_yaw = coalesce(gimbal_yaw, ${facts?.heading ?? null}),
      shot_at = coalesce(shot_at, ${taken === null ? null : new Date(taken)}::timestamptz)
    where oid = ${oid} and reading_state = 'waiting' and reading_attempts = ${attempts}`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
};

/** Whether there still is such a file, deleted or not. */
export const isKept = async (db: DbOrTrx, oid: string): Promise<boolean> =>
  (await db.selectFrom('media').select('oid').where('oid', '=', oid).executeTakeFirst()) !== undefined;

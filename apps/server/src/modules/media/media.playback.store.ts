import { sql } from 'kysely';
import type { BackgroundState, PlaybackFault } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Bytes of a file with those of its copy for browsers. */
export const bytesWithCopy = sql`(media.size + coalesce(media.playback_size, 0))`;

/** How the making of a copy stands. */
export interface PlaybackWork {
  state: BackgroundState;
  progress: number;
  ownerOID: string | null;
}

/** The work that makes the copy of a video; undefined: nobody has asked for one. */
export const playbackWork = (db: DbOrTrx, workOID: string): Promise<PlaybackWork | undefined> =>
  db
    .selectFrom('work')
    .select(['state', 'progress', 'owner_oid as ownerOID'])
    .where('oid', '=', workOID)
    .executeTakeFirst();

/** Names the work that makes the copy of a video. */
export const setPlaybackWork = async (trx: DbOrTrx, oid: string, workOID: string): Promise<void> => {
  await trx
    .updateTable('media')
    .set({ playback_work: workOID, playback_fault: null })
    .where('oid', '=', oid)
    .execute();
};

/** A video of which some work is to make a copy. */
export interface UncopiedVideo {
  oid: string;
  groupRoot: string;
  groupOID: string;
  objectKey: string;
  name: string;
  /** ms; null: it has not been read. */
  duration: number | null;
}

/** The video that some work is for; undefined: it is gone, has its copy, or other work makes that. */
export const uncopiedVideo = async (
  db: DbOrTrx,
  oid: string,
  workOID: string,
): Promise<UncopiedVideo | undefined> => {
  const row = await db
    .selectFrom('media')
    .select(['oid', 'group_root', 'group_oid', 'object_key', 'name', 'video'])
    .where('oid', '=', oid)
    .where('playback_work', '=', workOID)
    .where('playback_key', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      oid: row.oid,
      groupRoot: row.group_root,
      groupOID: row.group_oid,
      objectKey: row.object_key,
      name: row.name,
      duration: row.video?.duration ?? null,
    }
  );
};

/** Gives a video its copy. @returns false where the video is being removed, or other work makes the copy */
export const endPlayback = async (
  db: DbOrTrx,
  { oid, workOID, key, size }: { oid: string; workOID: string; key: string; size: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ playback_key: key, playback_size: String(size), playback_fault: null })
    .where('oid', '=', oid)
    .where('playback_work', '=', workOID)
    .where('purging_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Keeps why some work made no copy. */
export const failPlayback = async (
  db: DbOrTrx,
  { oid, workOID, fault }: { oid: string; workOID: string; fault: PlaybackFault },
): Promise<void> => {
  await db
    .updateTable('media')
    .set({ playback_fault: fault })
    .where('oid', '=', oid)
    .where('playback_work', '=', workOID)
    .execute();
};

import type { RecordingEnd } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Claim, ClaimedRecording } from './recording.store.ts';

/** Of one look for parts that nobody needs. */
const partsAtOnce = 200;

/** Says that a server still makes files of it. */
export const keepFinishing = async (
  db: DbOrTrx,
  oid: string,
  { instanceId, until }: Omit<Claim, 'now'>,
): Promise<void> => {
  await db
    .updateTable('video_recording')
    .set({ claimed_until: until })
    .where('oid', '=', oid)
    .where('claimed_by', '=', instanceId)
    .where('state', '=', 'finishing')
    .execute();
};

/** Closes what a server made files of. @returns false where another one has it meanwhile */
export const closeRecording = async (
  trx: DbOrTrx,
  { oid, attempts }: Pick<ClaimedRecording, 'oid' | 'attempts'>,
  { state, end }: { state: 'done' | 'failed'; end: RecordingEnd },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('video_recording')
    .set({ state, end_reason: end, claimed_by: null, claimed_until: null })
    .where('oid', '=', oid)
    .where('state', '=', 'finishing')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/**
 * Gives back one of which no files could be made yet.
 * @param counts what is stored of it is at fault: after some tries that ends it. A store, a disk or a server that is away does not
 */
export const postponeFinish = async (
  db: DbOrTrx,
  { oid, attempts }: Pick<ClaimedRecording, 'oid' | 'attempts'>,
  { instanceId, until, counts }: { instanceId: string; until: Date | null; counts: boolean },
): Promise<void> => {
  await db
    .updateTable('video_recording')
    .set({ claimed_by: null, claimed_until: until, attempts: counts ? attempts : attempts - 1 })
    .where('oid', '=', oid)
    .where('claimed_by', '=', instanceId)
    .where('attempts', '=', attempts)
    .where('state', '=', 'finishing')
    .execute();
};

/** Which of some recordings are being made into files at this moment. */
export const beingFinished = async (
  db: DbOrTrx,
  oids: readonly string[],
  now: Date,
): Promise<Set<string>> => {
  if (oids.length === 0) return new Set();
  const rows = await db
    .selectFrom('video_recording')
    .select('oid')
    .where('oid', 'in', [...oids])
    .where('state', '=', 'finishing')
    .where('claimed_by', 'is not', null)
    .where('claimed_until', '>=', now)
    .execute();
  return new Set(rows.map(({ oid }) => oid));
};

/** Where the parts of a recording lie, in their order. */
export const partsOf = (db: DbOrTrx, oid: string) =>
  db
    .selectFrom('video_recording_part')
    .select(['object_key as objectKey', 'first_at as firstAt'])
    .where('recording_oid', '=', oid)
    .orderBy('first_at')
    .execute();

/** Parts that nobody needs any more: of recordings that are files, and of those that failed before then. */
export const uselessParts = (db: DbOrTrx, failedBefore: Date) =>
  db
    .selectFrom('video_recording_part')
    .innerJoin('video_recording', 'video_recording.oid', 'video_recording_part.recording_oid')
    .select('video_recording_part.object_key as objectKey')
    .where((eb) =>
      eb.or([
        eb('video_recording.state', '=', 'done'),
        eb.and([
          eb('video_recording.state', '=', 'failed'),
          eb('video_recording.ended_at', '<', failedBefore),
        ]),
      ]),
    )
    .limit(partsAtOnce)
    .execute();

export const dropPart = async (db: DbOrTrx, objectKey: string): Promise<void> => {
  await db.deleteFrom('video_recording_part').where('object_key', '=', objectKey).execute();
};

/** Removes recordings that ended before a moment and of which nothing is stored but their films. */
export const dropPast = async (db: DbOrTrx, endedBefore: Date): Promise<void> => {
  await db
    .deleteFrom('video_recording')
    .where('state', 'in', ['done', 'failed'])
    .where('ended_at', '<', endedBefore)
    // Its row is all that says where a part lies: it goes with the last one.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('video_recording_part')
            .select('first_at')
            .whereRef('video_recording_part.recording_oid', '=', 'video_recording.oid'),
        ),
      ),
    )
    .execute();
};

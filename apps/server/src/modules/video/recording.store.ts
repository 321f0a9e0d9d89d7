import type { RecordingEnd } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

interface Scope {
  groupRoot: string;
  groupOID: string;
}

export interface NewRecording extends Scope {
  oid: string;
  dockOID: string;
  videoId: string;
  stream: string;
  startedBy: string;
  at: Date;
  /** With which the server begins it by itself, and ends it; missing: a person does. */
  flightOID?: string;
}

/** Begins a recording that the next server takes. @returns false where the stream is recorded already */
export const insertRecording = async (db: DbOrTrx, one: NewRecording): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('video_recording')
    .values({
      oid: one.oid,
      group_root: one.groupRoot,
      group_oid: one.groupOID,
      dock_oid: one.dockOID,
      video_id: one.videoId,
      stream: one.stream,
      started_by: one.startedBy,
      created_at: one.at,
      automatic: one.flightOID !== undefined,
      flight_oid: one.flightOID ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Recordings of an organisation that run, counted so that two that begin at once do not pass each other. */
export const runningOf = async (trx: DbOrTrx, groupRoot: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('video_recording ' || ${groupRoot}, 0))`.execute(
    trx,
  );
  const { count } = await trx
    .selectFrom('video_recording')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('group_root', '=', groupRoot)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** A recording that a caller sees; undefined: there is none. */
export const recordingInScope = (trx: DbOrTrx, scope: Scope, oid: string) =>
  trx
    .selectFrom('video_recording')
    .select(['oid', 'dock_oid', 'video_id', 'state', 'stop_asked_at'])
    .where('oid', '=', oid)
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('video_recording.group_oid', scope))
    .forUpdate()
    .executeTakeFirst();

/** Somebody ends it: its server finds that at its next look. */
export const askStop = async (trx: DbOrTrx, oid: string, at: Date): Promise<void> => {
  await trx.updateTable('video_recording').set({ stop_asked_at: at }).where('oid', '=', oid).execute();
};

/** Ends that somebody asked for; of others people have to be told. */
const askedEnds: RecordingEnd[] = ['stopped', 'flightOver'];

/** Once the same picture was recorded again, what became of the one before is past. */
const isNewest = sql<boolean>`not exists (select from video_recording newer where newer.dock_oid = video_recording.dock_oid
  and newer.video_id = video_recording.video_id and newer.created_at > video_recording.created_at)`;

/** What is recorded of a dock now, what becomes files, and what lately came to nothing or ended without being asked to. */
export const recordingsOfDock = (db: DbOrTrx, dockOID: string, since: { failed: Date; ended: Date }) =>
  db
    .selectFrom('video_recording')
    .innerJoin('member', 'member.oid', 'video_recording.started_by')
    .select([
      'video_recording.oid',
      'video_recording.video_id',
      'video_recording.state',
      'video_recording.first_frame_at',
      'video_recording.last_at',
      'video_recording.bytes',
      'video_recording.end_reason',
      'member.name as started_by_name',
    ])
    .where('video_recording.dock_oid', '=', dockOID)
    .where((eb) =>
      eb.or([
        eb('video_recording.state', 'in', ['running', 'finishing']),
        eb.and([
          eb('video_recording.state', '=', 'failed'),
          eb('video_recording.ended_at', '>=', since.failed),
          isNewest,
        ]),
        eb.and([
          eb('video_recording.state', '=', 'done'),
          eb('video_recording.end_reason', 'not in', askedEnds),
          eb('video_recording.ended_at', '>=', since.ended),
          isNewest,
        ]),
      ]),
    )
    .orderBy('video_recording.created_at', 'desc')
    .limit(20)
    .execute();

/** Who records which of some streams, and since when. */
export const recordingsOfStreams = async (db: DbOrTrx, streams: readonly string[]) => {
  if (streams.length === 0) return new Map<string, { startedBy: string; since: number | null }>();
  const rows = await db
    .selectFrom('video_recording')
    .innerJoin('member', 'member.oid', 'video_recording.started_by')
    .select(['video_recording.stream', 'video_recording.first_frame_at', 'member.name'])
    .where('video_recording.stream', 'in', [...streams])
    .where('video_recording.state', '=', 'running')
    .execute();
  return new Map(
    rows.map(({ stream, name, first_frame_at: first }) => [
      stream,
      { startedBy: name, since: first?.getTime() ?? null },
    ]),
  );
};

/** A recording that one server has. */
export interface ClaimedRecording extends Scope {
  oid: string;
  dockOID: string;
  videoId: string;
  stream: string;
  startedBy: string;
  /** With which the server began it; null: a person did. */
  flightOID: string | null;
  /** Epoch ms of its first frame; null: none is stored. */
  startedAt: number | null;
  /** Of its last frame, ms since then; −1: none is stored. */
  lastAt: number;
  bytes: number;
  end: RecordingEnd | null;
  attempts: number;
}

export interface Claim {
  instanceId: string;
  now: Date;
  until: Date;
}

/** Takes the oldest recording of a state that no living server has; nobody else has it until the claim ends. */
export const claimRecording = async (
  db: Db,
  state: 'running' | 'finishing',
  { instanceId, now, until }: Claim,
): Promise<ClaimedRecording | undefined> => {
  const { rows } = await sql<
    Omit<ClaimedRecording, 'startedAt' | 'bytes'> & { startedAt: Date | null; bytes: string }
  >`
    update video_recording set claimed_by = ${instanceId}, claimed_until = ${until},
      attempts = attempts + ${state === 'finishing' ? 1 : 0}
    where oid = (select oid from video_recording
      where state = ${state} and (claimed_until is null or claimed_until < ${now})
      order by created_at, oid limit 1 for update skip locked)
    returning oid, group_root as "groupRoot", group_oid as "groupOID", dock_oid as "dockOID", video_id as "videoId",
      stream, started_by as "startedBy", flight_oid as "flightOID", first_frame_at as "startedAt", last_at as "lastAt", bytes,
      end_reason as "end", attempts`.execute(db);
  const [row] = rows;
  return row && { ...row, startedAt: row.startedAt?.getTime() ?? null, bytes: Number(row.bytes) };
};

/** What is stored of a recording, beside its bytes. */
export interface StoredPart {
  objectKey: string;
  size: number;
  firstAt: number;
  lastAt: number;
  startedAt: number;
}

/**
 * Says that a server still has a recording, and lists the part that it has stored meanwhile.
 * @returns why it is to end, null: it goes on; undefined: it is no longer this server's, and the part is none of it
 */
export const keepRecording = (
  db: Db,
  oid: string,
  { instanceId, until }: Omit<Claim, 'now'>,
  part: StoredPart | null,
): Promise<RecordingEnd | null | undefined> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('video_recording')
      .set({ claimed_until: until })
      .where('oid', '=', oid)
      .where('claimed_by', '=', instanceId)
      .where('state', '=', 'running')
      .returning(['stop_asked_at', 'end_reason', 'last_at'])
      .executeTakeFirst();
    if (!row) return undefined;
    // This server had lost it and has it again: what it stored before is none of it where others went on meanwhile.
    if (part && row.last_at >= part.firstAt && !(await isPart(trx, part.objectKey))) return undefined;
    if (part) await listPart(trx, oid, part);
    return row.stop_asked_at === null ? null : (row.end_reason ?? 'stopped');
  });

/** Lists a part once: the answer to the transaction that did it may have been lost. */
const listPart = async (trx: DbOrTrx, oid: string, part: StoredPart): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('video_recording_part')
    .values({ recording_oid: oid, first_at: part.firstAt, object_key: part.objectKey, size: part.size })
    .onConflict((conflict) => conflict.column('object_key').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return;
  await trx
    .updateTable('video_recording')
    .set({
      first_frame_at: sql<Date>`coalesce(first_frame_at, ${new Date(part.startedAt)})`,
      last_at: part.lastAt,
      bytes: sql<string>`bytes + ${part.size}`,
    })
    .where('oid', '=', oid)
    .execute();
};

/** Whether what is stored under a key is part of a recording. */
export const isPart = async (db: DbOrTrx, objectKey: string): Promise<boolean> =>
  (await db
    .selectFrom('video_recording_part')
    .select('first_at')
    .where('object_key', '=', objectKey)
    .executeTakeFirst()) !== undefined;

/** Ends a recording: whichever server has the time makes files of it. */
export const endRecording = async (
  db: DbOrTrx,
  oid: string,
  instanceId: string,
  { end, at }: { end: RecordingEnd; at: Date },
): Promise<void> => {
  await db
    .updateTable('video_recording')
    .set({ state: 'finishing', end_reason: end, ended_at: at, claimed_by: null, claimed_until: null })
    .where('oid', '=', oid)
    .where('claimed_by', '=', instanceId)
    .where('state', '=', 'running')
    .execute();
};

/** Gives a recording back: another server goes on with it at once. */
export const releaseRecording = async (
  db: DbOrTrx,
  oid: string,
  instanceId: string,
  until: Date | null = null,
): Promise<void> => {
  await db
    .updateTable('video_recording')
    .set({ claimed_by: null, claimed_until: until })
    .where('oid', '=', oid)
    .where('claimed_by', '=', instanceId)
    .execute();
};

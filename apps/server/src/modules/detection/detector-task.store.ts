import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { defineList, descending, equals, inScope, reading, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { arrangementOf } from './wanted.store.ts';

const bound = limits.detection;

/**
 * A file of a flight that has been read waits for the task that will name it; once, however often it is read. A picture out of a video,
 * or one that a model kept of a live picture, waits for none: it is there because somebody has looked at that. Nor does a TIFF: detectors
 * look at pictures, and those of temperatures are none.
 */
export const queueForDetectors = async (trx: DbOrTrx, mediaOID: string, at: Date): Promise<void> => {
  await sql`insert into detection_task_media (media_oid, group_root, flight_oid, read_at)
    select oid, group_root, flight_oid, ${at} from media
    where oid = ${mediaOID}::uuid and flight_oid is not null and kind in ('photo', 'video') and deleted_at is null
      and video_oid is null and metadata #> '{snapshot,byModel}' is null and name !~* '[.]tiff?$'
    on conflict do nothing`.execute(trx);
};

export interface ReadyFlight {
  oid: string;
  groupRoot: string;
  groupOID: string;
}

/** Flights that are over, and of which nothing waits to be read or was read since `quietSince`. */
export const readyFlights = async (db: DbOrTrx, quietSince: Date): Promise<ReadyFlight[]> => {
  const { rows } = await sql<ReadyFlight>`
    select flight.oid, flight.group_root as "groupRoot", flight.group_oid as "groupOID"
    from (select flight_oid, min(read_at) as first from detection_task_media where task_oid is null
      group by flight_oid having max(read_at) <= ${quietSince}) waiting
    join flight on flight.oid = waiting.flight_oid and flight.state = 'over'
    where not exists (select from media where media.flight_oid = flight.oid and media.reading_state = 'waiting'
      and media.kind in ('photo', 'video') and media.deleted_at is null)
    order by waiting.first, flight.oid limit ${bound.offerAtOnce}`.execute(db);
  return rows;
};

/** @returns how many files the task has: none when another server has made one of them meanwhile */
export const insertTask = async (
  trx: DbOrTrx,
  flight: ReadyFlight,
  oid: string,
  at: Date,
): Promise<number> => {
  await trx
    .insertInto('detection_task')
    .values({
      oid,
      group_root: flight.groupRoot,
      group_oid: flight.groupOID,
      flight_oid: flight.oid,
      created_at: at,
    })
    .execute();
  const { numAffectedRows } = await sql`update detection_task_media set task_oid = ${oid}::uuid
    where media_oid in (select media_oid from detection_task_media
      where flight_oid = ${flight.oid}::uuid and task_oid is null
      order by read_at, media_oid limit ${bound.taskMediaMost} for update skip locked)`.execute(trx);
  return Number(numAffectedRows ?? 0);
};

/** Tasks that were taken as often as they may be, and whose last detector's time ran out, have failed. */
export const failLost = async (db: DbOrTrx, now: Date): Promise<void> => {
  await sql`with lost as (
      update detection_task set state = 'failed', ended_at = ${now}
      where state = 'taken' and claimed_until <= ${now} and claims >= ${bound.claimsMost} returning detection_oid)
    update detection set state = 'failed' from lost
    where detection.oid = lost.detection_oid and detection.state = 'running'`.execute(db);
};

export interface HeldTask {
  oid: string;
  groupRoot: string;
  groupOID: string;
  flightOID: string;
  taskName: string;
  detectionOID: string | null;
  arrangement: unknown;
}
const held = sql`detection_task.oid, detection_task.group_root as "groupRoot", detection_task.group_oid as "groupOID",
  detection_task.flight_oid as "flightOID", detection_task.detection_oid as "detectionOID",
  coalesce((select task.name from flight join task on task.oid = flight.task_oid
    where flight.oid = detection_task.flight_oid), '') as "taskName",
  ${arrangementOf('detection_task.flight_oid')} as arrangement`;

export interface Claim {
  claim: string;
  memberOID: string;
  now: Date;
  until: Date;
}

/** Takes the oldest task that is free; of two that ask at once each has another one. */
export const claimTask = async (
  trx: DbOrTrx,
  scope: Scope,
  { claim, memberOID, now, until }: Claim,
): Promise<HeldTask | undefined> => {
  const { rows } = await sql<HeldTask>`update detection_task set state = 'taken', claim = ${claim}::uuid,
      claimed_by = ${memberOID}::uuid, claimed_until = ${until}, claims = claims + 1
    where oid = (select oid from detection_task
      where group_root = ${scope.groupRoot}::uuid and ${inScope('detection_task.group_oid', scope)}
        and (state = 'waiting' or (state = 'taken' and claimed_until <= ${now} and claims < ${bound.claimsMost}))
      order by created_at, oid limit 1 for update skip locked)
    returning ${held}`.execute(trx);
  return rows[0];
};

/** Keeps a task under a new claim, while the one before still holds. */
export const renewClaim = async (
  trx: DbOrTrx,
  scope: Scope,
  task: { oid: string; claim: string },
  { claim, memberOID, now, until }: Claim,
): Promise<HeldTask | undefined> => {
  const { rows } =
    await sql<HeldTask>`update detection_task set claim = ${claim}::uuid, claimed_until = ${until}
    where oid = ${task.oid}::uuid and claim = ${task.claim}::uuid and claimed_by = ${memberOID}::uuid
      and state = 'taken' and claimed_until > ${now} and ${inScope('detection_task.group_oid', scope)}
    returning ${held}`.execute(trx);
  return rows[0];
};

/** A task that a caller sees, which nobody else takes or ends until the transaction is over. */
export const lockTask = (trx: DbOrTrx, scope: Scope, oid: string) =>
  trx
    .selectFrom('detection_task')
    .selectAll()
    .where('oid', '=', oid)
    .where(inScope('detection_task.group_oid', scope))
    .forUpdate()
    .executeTakeFirst();

/** Writes how a task ended, and the run with it. */
export const writeEnd = async (
  trx: DbOrTrx,
  { oid, detection_oid: run }: { oid: string; detection_oid: string | null },
  { state, message, at }: { state: 'done' | 'failed'; message: string; at: Date },
): Promise<void> => {
  await trx
    .updateTable('detection_task')
    .set({ state, message, ended_at: at })
    .where('oid', '=', oid)
    .execute();
  if (run === null) return;
  await trx.updateTable('detection').set({ state, message }).where('oid', '=', run).execute();
};

/**
 * The run to which a detector submits what it finds in a task: one for each version of a model, whoever takes the task.
 * One of another model, whose detector's time ran out, has failed.
 */
export const runOfTask = async (
  trx: DbOrTrx,
  task: HeldTask,
  {
    oid,
    model,
    modelVersion,
    memberOID,
    at,
  }: {
    oid: string;
    model: string;
    modelVersion: string;
    memberOID: string;
    at: Date;
  },
): Promise<string> => {
  const { rows } = await sql<{ oid: string }>`insert into detection
      (oid, group_root, group_oid, name, model, model_version, source_id, flight_oid, created_by, created_at)
    values (${oid}::uuid, ${task.groupRoot}::uuid, ${task.groupOID}::uuid,
      ${task.taskName.slice(0, 64) || model}, ${model}, ${modelVersion}, ${`task ${task.oid}`}, ${task.flightOID}::uuid,
      ${memberOID}::uuid, ${at})
    on conflict (group_root, model, model_version, source_id)
      do update set state = 'running', message = ''
    returning oid`.execute(trx);
  const run = rows[0]?.oid ?? oid;
  if (task.detectionOID !== null && task.detectionOID !== run)
    await trx
      .updateTable('detection')
      .set({ state: 'failed' })
      .where('oid', '=', task.detectionOID)
      .where('state', '=', 'running')
      .execute();
  await trx.updateTable('detection_task').set({ detection_oid: run }).where('oid', '=', task.oid).execute();
  return run;
};

const mediaOfTask = (db: DbOrTrx, scope: Scope, taskOID: string) =>
  db
    .selectFrom('detection_task_media')
    .innerJoin('media', 'media.oid', 'detection_task_media.media_oid')
    .where('task_oid', '=', taskOID)
    .where('media.deleted_at', 'is', null)
    .where(inScope('media.group_oid', scope));

/** Files of a task that are still there, in the order in which they were taken. */
export const taskMedia = (db: DbOrTrx, scope: Scope, taskOID: string) =>
  mediaOfTask(db, scope, taskOID)
    .select(['media.oid', 'name', 'kind', 'size', 'width', 'height', 'shot_at', 'lng', 'lat'])
    .orderBy('shot_at')
    .orderBy('media.oid')
    .execute();

/** A file of a task for who has the task, while the claim holds. */
export const claimedFile = (
  db: DbOrTrx,
  scope: Scope,
  { oid, claim, mediaOID }: { oid: string; claim: string; mediaOID: string },
  memberOID: string,
  now: Date,
) =>
  mediaOfTask(db, scope, oid)
    .innerJoin('detection_task', 'detection_task.oid', 'detection_task_media.task_oid')
    .select(['media.object_key as objectKey', 'media.name'])
    .where('media.oid', '=', mediaOID)
    .where('detection_task.claim', '=', claim)
    .where('detection_task.claimed_by', '=', memberOID)
    .where('detection_task.state', '=', 'taken')
    .where('detection_task.claimed_until', '>', now)
    .executeTakeFirst();

export const detectorTaskRows = reading(
  defineList({
    table: 'detection_task',
    scope: 'department',
    name: 'state',
    columns: {
      oid: 'oid',
      groupOID: 'group_oid',
      groupRoot: 'group_root',
      groupName: sql<string>`(select name from department where department.oid = detection_task.group_oid)`,
      flightOID: 'flight_oid',
      taskName: sql<string>`coalesce((select task.name from flight join task on task.oid = flight.task_oid
        where flight.oid = detection_task.flight_oid), '')`,
      state: 'state',
      message: 'message',
      media: sql<number>`(select count(*)::int from detection_task_media where task_oid = detection_task.oid)`,
      claims: 'claims',
      claimedBy: sql<string | null>`(select name from member where member.oid = detection_task.claimed_by)`,
      claimedUntil: 'claimed_until',
      detectionOID: 'detection_oid',
      createdAt: 'created_at',
      endedAt: 'ended_at',
    },
    filters: { state: equals('detection_task.state') },
    sort: { '-createdAt': [descending('detection_task.created_at')] },
    order: '-createdAt',
  }),
);

import {
  limits,
  type ModelFault,
  type ModelManifest,
  type ModelPicture,
  type ModelRunRecord,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { arrangementOf } from '../detection/index.ts';
import type { PlacedFile } from '../media/index.ts';

const bound = limits.detectorModel;

export interface RunRow extends Omit<ModelRunRecord, 'createdAt' | 'endedAt'> {
  createdAt: Date;
  endedAt: Date | null;
}

const columns = sql`run.oid, run.model_oid as "modelOID", run.task_oid is null as trial,
  coalesce((select task.name from detection_task asked join flight on flight.oid = asked.flight_oid
    join task on task.oid = flight.task_oid where asked.oid = run.task_oid), '') as "taskName",
  run.state, run.fault, run.detail,
  (select count(*)::int from detector_model_picture where run_oid = run.oid) as pictures,
  (select count(*)::int from detector_model_picture where run_oid = run.oid and state <> 'waiting') as seen,
  (select count(*)::int from detector_model_picture where run_oid = run.oid and state = 'failed') as unseen,
  (select coalesce(sum(jsonb_array_length(boxes)), 0)::int from detector_model_picture where run_oid = run.oid) as boxes,
  run.detection_oid as "detectionOID",
  (select name from member where member.oid = run.created_by) as "createdBy",
  run.created_at as "createdAt", run.ended_at as "endedAt"`;

/** A page of what a model has looked at, the newest first. */
export const runsOf = async (
  db: DbOrTrx,
  scope: Scope,
  { oid, pageNum, pageSize }: { oid: string; pageNum: number; pageSize: number },
): Promise<{ rows: RunRow[]; total: number }> => {
  const wanted = sql`from detector_model_run run where run.model_oid = ${oid}::uuid
    and ${inScope('run.group_oid', scope)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db);
  const { rows } = await sql<RunRow>`select ${columns} ${wanted} order by run.created_at desc, run.oid
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
};

export const runFor = async (db: DbOrTrx, scope: Scope, oid: string): Promise<RunRow | undefined> => {
  const { rows } = await sql<RunRow>`select ${columns} from detector_model_run run
    where run.oid = ${oid}::uuid and ${inScope('run.group_oid', scope)}`.execute(db);
  return rows[0];
};

interface PictureRow extends Omit<ModelPicture, 'url'> {
  isThere: boolean;
}

/** What a model saw on each photo of a run that the caller sees, in the order in which they were taken. */
export const picturesOfRun = async (db: DbOrTrx, scope: Scope, runOID: string): Promise<PictureRow[]> => {
  const { rows } = await sql<PictureRow>`select picture.media_oid as "mediaOID", media.name, picture.state,
      picture.fault, picture.width, picture.height, picture.took, picture.boxes, media.deleted_at is null as "isThere"
    from detector_model_picture picture join media on media.oid = picture.media_oid
    where picture.run_oid = ${runOID}::uuid and ${inScope('media.group_oid', scope)}
    order by media.shot_at nulls last, media.oid limit ${limits.detection.taskMediaMost}`.execute(db);
  return rows;
};

/** @returns how many photos a trial has: those of the asked that the caller sees */
export const insertTrial = async (
  trx: DbOrTrx,
  scope: Scope,
  {
    oid,
    model,
    mediaOIDs,
    memberOID,
    at,
  }: {
    oid: string;
    model: { oid: string; groupRoot: string; groupOID: string };
    mediaOIDs: readonly string[];
    memberOID: string;
    at: Date;
  },
): Promise<number> => {
  await trx
    .insertInto('detector_model_run')
    .values({
      oid,
      group_root: model.groupRoot,
      group_oid: model.groupOID,
      model_oid: model.oid,
      created_by: memberOID,
      created_at: at,
    })
    .execute();
  const { numAffectedRows } = await sql`insert into detector_model_picture (run_oid, media_oid, group_root)
    select ${oid}::uuid, media.oid, media.group_root from media where media.oid = any(${[...mediaOIDs]}::uuid[])
      and media.kind = 'photo' and media.deleted_at is null and ${inScope('media.group_oid', scope)}`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
};

/** A task of a flight that a model that is on has no run of yet. */
export interface OfferedTask {
  taskOID: string;
  flightOID: string;
  modelOID: string;
  groupRoot: string;
  groupOID: string;
  manifest: ModelManifest;
  memberOID: string;
  arrangement: unknown;
}

/** Tasks since their models were switched on, of the department of each and below. */
export const offeredTasks = async (db: DbOrTrx, now: Date): Promise<OfferedTask[]> => {
  const since = new Date(now.getTime() - bound.lookBack);
  const { rows } =
    await sql<OfferedTask>`select task.oid as "taskOID", task.flight_oid as "flightOID", model.oid as "modelOID",
      task.group_root as "groupRoot", task.group_oid as "groupOID", model.manifest, model.on_by as "memberOID",
      ${arrangementOf('task.flight_oid')} as arrangement
    from detector_model model
    join detection_task task on task.group_root = model.group_root
      and task.created_at >= greatest(model.on_since, ${since}::timestamptz)
    join department on department.oid = task.group_oid
      and (department.oid = model.group_oid or department.path @> array[model.group_oid])
    where model.on_since is not null and model.state = 'ready'
      and not exists (select from detector_model_run run where run.model_oid = model.oid and run.task_oid = task.oid)
    order by task.created_at, task.oid limit ${bound.offerAtOnce}`.execute(db);
  return rows;
};

const filePlace = sql`media.lng, media.lat, media.relative_altitude as "relativeAltitude", media.facts`;

/** Photos of a task with where they were taken. */
export const placedPhotos = async (
  db: DbOrTrx,
  taskOID: string,
): Promise<(PlacedFile & { mediaOID: string })[]> => {
  const { rows } = await sql<PlacedFile & { mediaOID: string }>`select media.oid as "mediaOID", ${filePlace}
    from detection_task_media asked join media on media.oid = asked.media_oid
    where asked.task_oid = ${taskOID}::uuid and media.kind = 'photo' and media.deleted_at is null`.execute(
    db,
  );
  return rows;
};

/**
 * Makes the run of a model over photos and videos of a task, once whoever makes it.
 * @param files `all` where the flight asks for what the model finds, else the photos at whose waypoints that is asked for; where there
 *   is none, the run is done at once and has no photo
 */
export const insertRun = async (
  trx: DbOrTrx,
  { oid, task, files, at }: { oid: string; task: OfferedTask; files: 'all' | readonly string[]; at: Date },
): Promise<void> => {
  const covered = files.length > 0;
  const { rows } = await sql`insert into detector_model_run
      (oid, group_root, group_oid, model_oid, task_oid, state, created_by, created_at, ended_at)
    values (${oid}::uuid, ${task.groupRoot}::uuid, ${task.groupOID}::uuid, ${task.modelOID}::uuid, ${task.taskOID}::uuid,
      ${covered ? 'waiting' : 'done'}, ${task.memberOID}::uuid, ${at}, ${covered ? null : at})
    on conflict (model_oid, task_oid) do nothing returning oid`.execute(trx);
  if (rows.length === 0 || !covered) return;
  await sql`insert into detector_model_picture (run_oid, media_oid, group_root)
    select ${oid}::uuid, media.oid, media.group_root from detection_task_media asked
      join media on media.oid = asked.media_oid
    where asked.task_oid = ${task.taskOID}::uuid and media.kind in ('photo', 'video') and media.deleted_at is null
      and ${files === 'all' ? sql`true` : sql`media.oid = any(${[...files]}::uuid[])`}`.execute(trx);
};

/** A run that this server has. */
export interface ClaimedRun {
  oid: string;
  claim: string;
  claims: number;
  groupRoot: string;
  groupOID: string;
  modelOID: string;
  taskOID: string | null;
  flightOID: string | null;
  detectionOID: string | null;
  memberOID: string;
  manifest: ModelManifest;
  objectKey: string;
  hash: string;
  arrangement: unknown;
}

/** Takes the oldest run that waits or whose server fell silent, trials first: somebody waits for them. */
export const claimRun = async (
  db: DbOrTrx,
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<ClaimedRun | undefined> => {
  const { rows } =
    await sql<ClaimedRun>`update detector_model_run run set state = 'taken', claim = ${claim}::uuid,
      claimed_until = ${until}, claims = run.claims + 1
    from detector_model model
    where model.oid = run.model_oid and run.oid = (select open.oid from detector_model_run open
      where open.state = 'waiting' or (open.state = 'taken' and open.claimed_until <= ${now})
      order by open.task_oid is not null, open.created_at, open.oid limit 1 for update skip locked)
    returning run.oid, run.claim, run.claims, run.group_root as "groupRoot", run.group_oid as "groupOID",
      run.model_oid as "modelOID", run.task_oid as "taskOID", run.detection_oid as "detectionOID",
      (select flight_oid from detection_task where detection_task.oid = run.task_oid) as "flightOID",
      run.created_by as "memberOID", model.manifest, model.object_key as "objectKey", model.hash,
      (select ${arrangementOf('asked.flight_oid')} from detection_task asked where asked.oid = run.task_oid) as arrangement`.execute(
      db,
    );
  return rows[0];
};

/** Keeps a run for as long again. @returns false where another server has it meanwhile */
export const keepRun = async (
  trx: DbOrTrx,
  { oid, claim }: Pick<ClaimedRun, 'oid' | 'claim'>,
  until: Date,
  detectionOID: string | null,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update detector_model_run set claimed_until = ${until},
      detection_oid = coalesce(${detectionOID}::uuid, detection_oid)
    where oid = ${oid}::uuid and claim = ${claim}::uuid and state = 'taken'`.execute(trx);
  return Number(numAffectedRows ?? 0) === 1;
};

/** A photo or a video of a run. */
export interface NextFile extends PlacedFile {
  mediaOID: string;
  objectKey: string;
  isThere: boolean;
  kind: 'photo' | 'video';
  groupRoot: string;
  groupOID: string;
  dockOID: string | null;
  flightOID: string | null;
  name: string;
  shotAt: Date | null;
  /** Bytes. */
  size: number;
  /** ms of a video; null: it has not been read, or does not say it. */
  duration: number | null;
}

/** The next photo or video of a run that was not looked at. */
export const nextPicture = async (db: DbOrTrx, runOID: string): Promise<NextFile | undefined> => {
  const { rows } = await sql<NextFile>`
    select media.oid as "mediaOID", media.object_key as "objectKey", media.deleted_at is null as "isThere", media.kind,
      media.group_root as "groupRoot", media.group_oid as "groupOID", media.dock_oid as "dockOID",
      media.flight_oid as "flightOID", media.name, media.shot_at as "shotAt", media.size::float8 as size,
      (media.video ->> 'duration')::float8 as duration, ${filePlace}
    from detector_model_picture picture join media on media.oid = picture.media_oid
    where picture.run_oid = ${runOID}::uuid and picture.state = 'waiting'
    order by media.shot_at nulls last, media.oid limit 1`.execute(db);
  return rows[0];
};

interface SeenPicture {
  fault: ModelFault | null;
  width: number | null;
  height: number | null;
  took: number | null;
  boxes: ModelPicture['boxes'];
}

export const writePicture = async (
  trx: DbOrTrx,
  { runOID, mediaOID }: { runOID: string; mediaOID: string },
  { fault, width, height, took, boxes }: SeenPicture,
): Promise<void> => {
  await trx
    .updateTable('detector_model_picture')
    .set({
      state: fault === null ? 'done' : 'failed',
      fault,
      width,
      height,
      took,
      boxes: JSON.stringify(boxes),
    })
    .where('run_oid', '=', runOID)
    .where('media_oid', '=', mediaOID)
    .execute();
};

/** Ends a run that this server has; a trial that was whole lets its model be switched on. */
export const writeRunEnd = async (
  trx: DbOrTrx,
  { oid, claim, modelOID, taskOID }: Pick<ClaimedRun, 'oid' | 'claim' | 'modelOID' | 'taskOID'>,
  { fault, detail, at }: { fault: ModelFault | null; detail: string; at: Date },
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update detector_model_run set state = ${fault === null ? 'done' : 'failed'},
      fault = ${fault}, detail = ${detail}, ended_at = ${at}, claimed_until = null
    where oid = ${oid}::uuid and claim = ${claim}::uuid and state = 'taken'`.execute(trx);
  const ended = Number(numAffectedRows ?? 0) === 1;
  // A photo that could not be read says nothing of the model.
  if (ended && fault === null && taskOID === null)
    await sql`update detector_model set tried_at = ${at} where oid = ${modelOID}::uuid and exists (
      select from detector_model_picture where run_oid = ${oid}::uuid and state = 'done')`.execute(trx);
  return ended;
};

/** Gives a run back that the server could not go on with; that is no fault of it. */
export const releaseRun = async (
  db: DbOrTrx,
  { oid, claim, claims }: Pick<ClaimedRun, 'oid' | 'claim' | 'claims'>,
  until: Date,
): Promise<void> => {
  await sql`update detector_model_run set claimed_until = ${until}, claims = ${claims - 1}
    where oid = ${oid}::uuid and claim = ${claim}::uuid and state = 'taken'`.execute(db);
};

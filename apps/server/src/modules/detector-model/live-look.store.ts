import { limits, type LiveLook, type LiveLookFault, type ModelManifest } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { arrangementOf } from '../detection/index.ts';

const bound = limits.detectorModel;

/** A flight in the air that some model may look at. */
interface WatchedFlight {
  flightOID: string;
  groupRoot: string;
  groupOID: string;
  dockOID: string;
  arrangement: unknown;
  manifests: Pick<ModelManifest, 'classes'>[];
}

/** Flights in the air in departments that have models which are on, as those are that look at files. */
export const watchedFlights = async (db: DbOrTrx): Promise<WatchedFlight[]> => {
  const { rows } = await sql<WatchedFlight>`select air.oid as "flightOID", air.group_root as "groupRoot",
      air.group_oid as "groupOID", air.dock_oid as "dockOID", ${arrangementOf('air.oid')} as arrangement, known.manifests
    from flight air join lateral (
      select jsonb_agg(jsonb_build_object('classes', model.manifest -> 'classes')) as manifests from detector_model model
      join department on department.oid = air.group_oid
        and (department.oid = model.group_oid or department.path @> array[model.group_oid])
      where model.on_since is not null and model.state = 'ready' and model.group_root = air.group_root
    ) known on known.manifests is not null
    where air.state = 'inFlight' and air.deleted_at is null and air.dock_oid is not null
    order by air.oid limit ${bound.liveFlights}`.execute(db);
  return rows;
};

export interface NewLook extends Pick<WatchedFlight, 'flightOID' | 'groupRoot' | 'groupOID' | 'dockOID'> {
  oid: string;
  videoId: string;
  stream: string;
  at: Date;
}

/** Begins the look at a picture of a flight, once whichever server begins it. @returns whether this one did */
export const insertLook = async (db: DbOrTrx, look: NewLook): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('detector_model_live')
    .values({
      oid: look.oid,
      group_root: look.groupRoot,
      group_oid: look.groupOID,
      flight_oid: look.flightOID,
      dock_oid: look.dockOID,
      video_id: look.videoId,
      stream: look.stream,
      next_at: look.at,
      created_at: look.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
};

/** A look that this server has. */
export interface ClaimedLook {
  oid: string;
  claim: string;
  groupRoot: string;
  groupOID: string;
  flightOID: string;
  dockOID: string;
  videoId: string;
  stream: string;
  frameHash: string | null;
  photos: number;
  /** What was against it the last time. */
  fault: LiveLookFault | null;
  arrangement: unknown;
}

/** Takes the look of those streams that has been due the longest; no other server has it until then. */
export const claimLook = async (
  db: DbOrTrx,
  streams: readonly string[],
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<ClaimedLook | undefined> => {
  const { rows } =
    await sql<ClaimedLook>`update detector_model_live look set claim = ${claim}::uuid, next_at = ${until}
    where look.oid = (select due.oid from detector_model_live due
      where due.state = 'running' and due.next_at <= ${now} and due.stream = any(${[...streams]}::text[])
      order by due.next_at, due.oid limit 1 for update skip locked)
    returning look.oid, look.claim, look.group_root as "groupRoot", look.group_oid as "groupOID",
      look.flight_oid as "flightOID", look.dock_oid as "dockOID", look.video_id as "videoId", look.stream,
      look.frame_hash as "frameHash", look.photos, look.fault, ${arrangementOf('look.flight_oid')} as arrangement`.execute(
      db,
    );
  return rows[0];
};

/** A model that looks at live pictures of a flight, and the run that it has of this one; null: none yet. */
export interface LookingModel {
  modelOID: string;
  manifest: ModelManifest;
  objectKey: string;
  hash: string;
  memberOID: string;
  detectionOID: string | null;
  hasFailed: boolean;
}

/** Models of a look by the source of their runs. */
export const modelsOfLook = async (
  db: DbOrTrx,
  { oid, sourceId }: { oid: string; sourceId: string },
): Promise<LookingModel[]> => {
  const { rows } =
    await sql<LookingModel>`select model.oid as "modelOID", model.manifest, model.object_key as "objectKey",
      model.hash, model.on_by as "memberOID", run.oid as "detectionOID", coalesce(run.state = 'failed', false) as "hasFailed"
    from detector_model_live look
    join department on department.oid = look.group_oid
    join detector_model model on model.group_root = look.group_root and model.on_since is not null and model.state = 'ready'
      and (department.oid = model.group_oid or department.path @> array[model.group_oid])
    left join detection run on run.group_root = model.group_root and run.model = model.name
      and run.model_version = model.model_version and run.source_id = ${sourceId}
    where look.oid = ${oid}::uuid order by model.on_since, model.oid`.execute(db);
  return rows;
};

/** Keeps a look for as long again. @returns false where another server has it meanwhile, or its flight is over */
export const keepLook = async (
  db: DbOrTrx,
  { oid, claim }: Pick<ClaimedLook, 'oid' | 'claim'>,
  until: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update detector_model_live set next_at = ${until}
    where oid = ${oid}::uuid and claim = ${claim}::uuid and state = 'running'`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
};

/** What came of one turn of a look. */
export interface LookTurn {
  /** When the next one is due. */
  nextAt: Date;
  fault: LiveLookFault | null;
  /** Missing: no frame was looked at. */
  seen?: { at: Date; frameHash: string; models: readonly string[]; findings: number; photos: number };
}

/** Writes it, and frees the look. @returns false where another server has it meanwhile, or its flight is over */
export const writeTurn = async (
  trx: DbOrTrx,
  { oid, claim }: Pick<ClaimedLook, 'oid' | 'claim'>,
  { nextAt, fault, seen }: LookTurn,
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update detector_model_live set next_at = ${nextAt}, fault = ${fault}, claim = null,
      frames = frames + ${seen ? 1 : 0}, findings = findings + ${seen?.findings ?? 0}, photos = photos + ${seen?.photos ?? 0},
      frame_hash = coalesce(${seen?.frameHash ?? null}, frame_hash), last_at = coalesce(${seen?.at ?? null}::timestamptz, last_at),
      models = coalesce(${seen ? [...seen.models] : null}::text[], models)
    where oid = ${oid}::uuid and claim = ${claim}::uuid and state = 'running'`.execute(trx);
  return Number(numAffectedRows ?? 0) === 1;
};

type EndedLook = Pick<ClaimedLook, 'oid' | 'flightOID' | 'groupRoot' | 'dockOID' | 'fault'>;

/** Ends looks at pictures of flights that are over. @returns them */
export const endLooks = async (trx: DbOrTrx, at: Date): Promise<EndedLook[]> => {
  const { rows } = await sql<EndedLook>`
    update detector_model_live look set state = 'over', ended_at = ${at}, claim = null from flight
    where flight.oid = look.flight_oid and look.state = 'running'
      and (flight.state <> 'inFlight' or flight.deleted_at is not null)
    returning look.oid, look.flight_oid as "flightOID", look.group_root as "groupRoot", look.dock_oid as "dockOID", look.fault`.execute(
    trx,
  );
  return rows;
};

interface LookRow extends Omit<LiveLook, 'lastAt'> {
  lastAt: Date | null;
}

/**
 * Looks at pictures of flights of a dock that are in the air. One that was due before a moment, and that no server has taken since,
 * says `unready`: what it wrote last is no word about now.
 */
export const looksOfDock = async (db: DbOrTrx, dockOID: string, overdue: Date): Promise<LookRow[]> => {
  const { rows } =
    await sql<LookRow>`select video_id as "videoId", models, frames, findings, last_at as "lastAt",
      coalesce(fault, case when next_at < ${overdue}::timestamptz then 'unready' end) as fault
    from detector_model_live where dock_oid = ${dockOID}::uuid and state = 'running'
    order by created_at desc, oid limit 20`.execute(db);
  return rows;
};

/** Whether a caller sees a dock. */
export const seesDock = async (db: DbOrTrx, scope: Scope, oid: string): Promise<boolean> => {
  const { rows } =
    await sql`select from dock where oid = ${oid}::uuid and ${inScope('dock.group_oid', scope)}`.execute(db);
  return rows.length > 0;
};

import { sql } from 'kysely';
import {
  openPhotogrammetryStates,
  photogrammetryLimits,
  type PhotogrammetryFailure,
  type PhotogrammetryOutput,
  type PhotogrammetryRecord,
  type PhotogrammetryState,
} from '@eyrie/domain';
import { inScope, type Scope } from '../../../platform/list/index.ts';
import type { Db, DbOrTrx } from '../../../platform/runtime.ts';
import '../layer.schema.ts';

/** Photos that an engine makes a map of: those of an ordinary lens, in a format that it reads. */
const usable = sql`media.kind = 'photo' and media.deleted_at is null and media.video_oid is null
  and media.metadata #> '{snapshot,byModel}' is null and media.size > 0
  and coalesce(media.lens, 'wide') not in ('ir', 'zoom') and media.name ~* '[.](jpe?g|tiff?)$'`;
const nameOf = sql<string>`coalesce(task.name, route.name, dock.name, '')`;
const withNames = sql`left join task on task.oid = flight.task_oid
  left join route on route.oid = flight.route_oid left join dock on dock.oid = flight.dock_oid`;

interface FlightRow {
  flightOID: string;
  name: string;
  dockName: string | null;
  at: Date;
  photos: string;
  bytes: string;
}

/** Flights that a caller sees with enough photos, the newest first. One that is named is there however old it is. */
export const photographedFlights = async (
  db: Db,
  scope: Scope,
  { since, flightOID = null }: { since: Date; flightOID?: string | null | undefined },
): Promise<FlightRow[]> =>
  (
    await sql<FlightRow>`select flight.oid as "flightOID", ${nameOf} as name, dock.name as "dockName",
        coalesce(flight.start_time, flight.created_at) as at, found.photos, found.bytes
      from (select * from flight
          where flight.group_root = ${scope.groupRoot} and ${inScope('flight.group_oid', scope)}
            and flight.deleted_at is null
            and (flight.oid = ${flightOID}::uuid or (${flightOID}::uuid is null and flight.created_at > ${since}))
          order by flight.created_at desc limit ${photogrammetryLimits.lookedAt}) as flight
        ${withNames}
        cross join lateral (select count(*) as photos, coalesce(sum(media.size), 0) as bytes
          from media where media.flight_oid = flight.oid and ${usable}) as found
      where found.photos >= ${photogrammetryLimits.photosLeast}
      order by flight.created_at desc limit ${photogrammetryLimits.listed}`.execute(db)
  ).rows;

interface AskedFlight {
  flightOID: string;
  groupOID: string;
  name: string;
  at: Date;
}

/** A flight that a caller sees, held until the transaction ends. */
export const lockFlight = async (
  trx: DbOrTrx,
  scope: Scope,
  flightOID: string,
): Promise<AskedFlight | undefined> =>
  (
    await sql<AskedFlight>`select flight.oid as "flightOID", flight.group_oid as "groupOID", ${nameOf} as name,
        coalesce(flight.start_time, flight.created_at) as at
      from flight ${withNames}
      where flight.oid = ${flightOID} and flight.group_root = ${scope.groupRoot}
        and ${inScope('flight.group_oid', scope)} and flight.deleted_at is null
      for no key update of flight`.execute(trx)
  ).rows[0];

/** Photos of a flight in the order in which they were taken; one more than may be sent. */
export const usablePhotos = async (
  trx: DbOrTrx,
  flightOID: string,
): Promise<{ oid: string; size: number }[]> =>
  (
    await sql<{ oid: string; size: string }>`select media.oid, media.size from media
      where media.flight_oid = ${flightOID} and ${usable}
      order by media.shot_at nulls last, media.oid limit ${photogrammetryLimits.photosMost + 1}`.execute(trx)
  ).rows.map(({ oid, size }) => ({ oid, size: Number(size) }));

/** Whether something is under way for a flight. */
export const hasOpenTask = async (trx: DbOrTrx, flightOID: string): Promise<boolean> => {
  const found = await trx
    .selectFrom('layer_photogrammetry')
    .select('oid')
    .where('flight_oid', '=', flightOID)
    .where('state', 'in', [...openPhotogrammetryStates])
    .executeTakeFirst();
  return found !== undefined;
};

export interface NewTask extends AskedFlight {
  oid: string;
  engineUUID: string;
  groupRoot: string;
  askedBy: string;
  photos: readonly { oid: string; size: number }[];
  outputs: readonly PhotogrammetryOutput[];
  createdAt: Date;
}

export async function insertTask(trx: DbOrTrx, task: NewTask): Promise<void> {
  await trx
    .insertInto('layer_photogrammetry')
    .values({
      oid: task.oid,
      group_root: task.groupRoot,
      group_oid: task.groupOID,
      flight_oid: task.flightOID,
      asked_by: task.askedBy,
      name: task.name,
      media_oids: task.photos.map(({ oid }) => oid),
      photo_bytes: String(task.photos.reduce((sum, { size }) => sum + size, 0)),
      engine_uuid: task.engineUUID,
      created_at: task.createdAt,
      updated_at: task.createdAt,
    })
    .execute();
  await trx
    .insertInto('layer_photogrammetry_output')
    .values(task.outputs.map((output) => ({ task_oid: task.oid, output })))
    .execute();
}

export interface AskedTask {
  oid: string;
  flightOID: string;
  groupRoot: string;
  groupOID: string;
  name: string;
  state: PhotogrammetryState;
  engineUUID: string;
}

/** A task that a caller sees, held until the transaction ends. */
export const lockTask = async (trx: DbOrTrx, scope: Scope, oid: string): Promise<AskedTask | undefined> =>
  (
    await sql<AskedTask>`select oid, flight_oid as "flightOID", group_root as "groupRoot", group_oid as "groupOID",
        name, state, engine_uuid as "engineUUID" from layer_photogrammetry
      where oid = ${oid} and group_root = ${scope.groupRoot} and ${inScope('group_oid', scope)}
      for update`.execute(trx)
  ).rows[0];

/** Gives a task up: whoever is at it notices with the next thing that is kept. */
export async function cancelTask(trx: DbOrTrx, { oid, engineUUID }: AskedTask, at: Date): Promise<void> {
  await sql`update layer_photogrammetry set state = 'cancelled', claim = null, until = null,
      left_uuids = array_append(left_uuids, ${engineUUID}::uuid), updated_at = ${at}, ended_at = ${at}
    where oid = ${oid}`.execute(trx);
}

/** Begins a task anew, under another id: the engine may still be throwing the first one away. */
export async function renewTask(trx: DbOrTrx, oid: string, engineUUID: string, at: Date): Promise<void> {
  await trx
    .updateTable('layer_photogrammetry')
    .set({
      engine_uuid: engineUUID,
      state: 'waiting',
      opened: false,
      sent: 0,
      begun_at: null,
      percent: 0,
      log: [],
      log_line: 0,
      failure: null,
      detail: '',
      failures: 0,
      sendings: 0,
      fetches: 0,
      claim: null,
      until: null,
      updated_at: at,
      ended_at: null,
    })
    .where('oid', '=', oid)
    .execute();
  await trx
    .updateTable('layer_photogrammetry_output')
    .set({ failure: null, failure_values: '{}' })
    .where('task_oid', '=', oid)
    .where('made', '=', false)
    .execute();
}

export interface TaskRow extends Omit<
  PhotogrammetryRecord,
  'createdAt' | 'updatedAt' | 'endedAt' | 'allowed' | 'bytes' | 'silent'
> {
  bytes: string;
  failures: number;
  failure: PhotogrammetryFailure | null;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
}

/** Tasks that a caller sees, the newest first: of all flights, of one, or one task. */
export const taskRows = async (
  db: DbOrTrx,
  scope: Scope,
  { oid = null, flightOID = null }: { oid?: string | null; flightOID?: string | null | undefined },
): Promise<TaskRow[]> =>
  (
    await sql<TaskRow>`select task.oid, task.group_oid as "groupOID", task.group_root as "groupRoot",
        task.flight_oid as "flightOID", task.name, dock.name as "dockName", task.state, task.percent,
        cardinality(task.media_oids) as photos, task.sent, task.photo_bytes as bytes, task.failure, task.detail,
        task.failures, member.name as "askedBy", task.created_at as "createdAt", task.updated_at as "updatedAt",
        task.ended_at as "endedAt",
        coalesce((select jsonb_agg(jsonb_build_object('output', made.output, 'layerOID', made.layer_oid, 'made', made.made,
            'failure', made.failure, 'values', made.failure_values) order by made.output)
          from layer_photogrammetry_output made where made.task_oid = task.oid), '[]') as outputs
      from layer_photogrammetry task join flight on flight.oid = task.flight_oid
        join member on member.oid = task.asked_by left join dock on dock.oid = flight.dock_oid
      where task.group_root = ${scope.groupRoot} and ${inScope('task.group_oid', scope)}
        and flight.deleted_at is null and (${oid}::uuid is null or task.oid = ${oid}::uuid)
        and (${flightOID}::uuid is null or task.flight_oid = ${flightOID}::uuid)
      order by task.created_at desc, task.oid limit ${photogrammetryLimits.listed}`.execute(db)
  ).rows;

/** The last lines that the engine wrote; undefined: the caller does not see the task. */
export const logOf = async (db: Db, scope: Scope, oid: string): Promise<string[] | undefined> =>
  (
    await sql<{ log: string[] }>`select log from layer_photogrammetry where oid = ${oid}
      and group_root = ${scope.groupRoot} and ${inScope('group_oid', scope)}`.execute(db)
  ).rows[0]?.log;

import { sql, type RawBuilder } from 'kysely';
import { mosaicLimits, type MosaicFault, type PhotoFacts } from '@eyrie/domain';
import type { Bounds } from '@eyrie/geometry';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import type { LayerFile } from './layer-columns.ts';
import type { PhotoEye } from './mosaic-eye.ts';
import './layer.schema.ts';

/** A map that this server lays photos on. */
export interface ClaimedMosaic {
  flightOID: string;
  groupRoot: string;
  groupOID: string;
  executorOID: string;
  name: string;
  layerOID: string | null;
  zoom: number | null;
  /** Failures of drawing, less what succeeded since. */
  attempts: number;
}

/** Photos of a flight that can be drawn and of which nobody has decided whether they lie on its map. */
const waitingOf = (flight: RawBuilder<unknown>) => sql`from media
  where media.flight_oid = ${flight} and media.kind = 'photo' and media.reading_state = 'done'
    and media.thumbnail_key is not null and media.deleted_at is null and media.video_oid is null
    and media.metadata #> '{snapshot,byModel}' is null
    and not exists (select from layer_mosaic_photo laid where laid.media_oid = media.oid)`;

/** Takes the newest mapping flight that has photos which are not on its map; nobody else has it until then. */
export const claimMosaic = async (db: Db, now: Date, until: Date): Promise<ClaimedMosaic | undefined> => {
  const since = new Date(now.getTime() - mosaicLimits.flightsFor);
  const { rows } = await sql<{ oid: string }>`insert into layer_mosaic
      (flight_oid, group_root, group_oid, until, created_at, updated_at)
    select flight.oid, flight.group_root, flight.group_oid, ${until}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz
    from flight join route on route.oid = flight.route_oid
    where route.type in ('waypointMapping', 'regionalMapping') and flight.deleted_at is null
      and flight.created_at > ${new Date(since.getTime() - mosaicLimits.flightsFor)}
      and (flight.end_time is null or flight.end_time > ${since})
      and exists (select ${waitingOf(sql.ref('flight.oid'))})
      and not exists (select from layer_mosaic made where made.flight_oid = flight.oid
        and (made.until > ${now} or made.failure is not null or (made.made and made.layer_oid is null)))
    order by flight.created_at desc limit 1
    on conflict (flight_oid) do update set until = excluded.until
      where layer_mosaic.until is null or layer_mosaic.until < ${now}
    returning flight_oid as oid`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const found = await sql<ClaimedMosaic>`select flight.oid as "flightOID", flight.group_root as "groupRoot",
      flight.group_oid as "groupOID", flight.executor_oid as "executorOID",
      coalesce(task.name, route.name) as name, mosaic.layer_oid as "layerOID", mosaic.zoom, mosaic.attempts
    from flight join layer_mosaic mosaic on mosaic.flight_oid = flight.oid
      join route on route.oid = flight.route_oid left join task on task.oid = flight.task_oid
    where flight.oid = ${row.oid}`.execute(db);
  return found.rows[0];
};

interface WaitingPhoto {
  oid: string;
  thumbnailKey: string;
  facts: PhotoFacts | null;
  lng: number | null;
  lat: number | null;
  relative: number | null;
  width: number;
  height: number;
}

/** How many photos are laid at once after so many failures. */
export const photosAfter = (failures: number): number => Math.max(1, mosaicLimits.photosAtOnce >> failures);

/** Some photos of a flight that wait, in the order in which they were taken. */
export const waitingPhotos = async (
  db: Db,
  { flightOID, attempts }: Pick<ClaimedMosaic, 'flightOID' | 'attempts'>,
): Promise<WaitingPhoto[]> =>
  (
    await sql<WaitingPhoto>`select media.oid, media.thumbnail_key as "thumbnailKey", media.facts, media.lng, media.lat,
        media.relative_altitude as relative, coalesce(media.width, 4) as width, coalesce(media.height, 3) as height
      ${waitingOf(sql`${flightOID}::uuid`)}
      order by media.shot_at, media.oid limit ${photosAfter(attempts)}`.execute(db)
  ).rows;

export interface LaidPhoto {
  oid: string;
  thumbnailKey: string;
  eye: PhotoEye;
  box: Bounds;
}
export interface LeftPhoto {
  oid: string;
  thumbnailKey: string;
  fault: MosaicFault;
}

/** Photos that lie on a map. */
export const laidPhotos = async (db: Db, flightOID: string): Promise<LaidPhoto[]> =>
  (
    await sql<LaidPhoto>`select media_oid as oid, thumbnail_key as "thumbnailKey", eye,
        jsonb_build_object('west', west, 'south', south, 'east', east, 'north', north) as box
      from layer_mosaic_photo where flight_oid = ${flightOID} and eye is not null`.execute(db)
  ).rows;

/** Keeps which photos lie on a map and which do not. */
export const recordPhotos = async (
  trx: DbOrTrx,
  flightOID: string,
  laid: readonly LaidPhoto[],
  left: readonly LeftPhoto[],
): Promise<void> => {
  const rows = [
    ...laid.map(({ oid, thumbnailKey, eye, box: { west, south, east, north } }) => ({
      media_oid: oid,
      thumbnail_key: thumbnailKey,
      eye: JSON.stringify(eye),
      west,
      south,
      east,
      north,
      fault: null,
    })),
    ...left.map(({ oid, thumbnailKey, fault }) => ({
      media_oid: oid,
      thumbnail_key: thumbnailKey,
      eye: null,
      west: null,
      south: null,
      east: null,
      north: null,
      fault,
    })),
  ];
  if (rows.length === 0) return;
  await trx
    .insertInto('layer_mosaic_photo')
    .values(rows.map((row) => ({ ...row, flight_oid: flightOID })))
    // One that was removed for good meanwhile is of no map.
    .onConflict((conflict) => conflict.column('media_oid').doNothing())
    .execute();
};

/** Ends the work of this server on a map. */
export const releaseMosaic = async (
  db: DbOrTrx,
  flightOID: string,
  { at, failure = null }: { at: Date; failure?: string | null },
): Promise<void> => {
  await db
    .updateTable('layer_mosaic')
    .set({ until: null, updated_at: at, failure })
    .where('flight_oid', '=', flightOID)
    .execute();
};

/** A failed attempt: the same map is not taken again at once. */
export const restMosaic = async (
  db: DbOrTrx,
  flightOID: string,
  { until, attempts }: { until: Date; attempts: number },
): Promise<void> => {
  await db.updateTable('layer_mosaic').set({ until, attempts }).where('flight_oid', '=', flightOID).execute();
};

/** The tiles that a map has; null: none. */
export const mosaicTiles = async (
  db: Db,
  layerOID: string,
): Promise<{ objectKey: string; files: LayerFile[] } | null> => {
  const layer = await db
    .selectFrom('layer')
    .select('object_key')
    .where('oid', '=', layerOID)
    .executeTakeFirst();
  if (!layer?.object_key) return null;
  const rows = await db.selectFrom('layer_file').selectAll().where('layer_oid', '=', layerOID).execute();
  return {
    objectKey: layer.object_key,
    files: rows.map(({ path, start, length, content_type: contentType }) => ({
      path,
      start: Number(start),
      length,
      contentType,
    })),
  };
};

/** Of the maps that a caller sees, the newest first, how each stands. */
export const mosaicList = async (db: Db, scope: Scope, now: Date) =>
  (
    await sql<{
      flightOID: string;
      taskName: string | null;
      dockName: string | null;
      layerOID: string | null;
      made: boolean;
      failure: string | null;
      isOver: boolean;
      isRecent: boolean;
      updatedAt: Date;
      waiting: string;
      placed: string;
      faults: Partial<Record<MosaicFault, number>> | null;
    }>`select mosaic.flight_oid as "flightOID", task.name as "taskName", dock.name as "dockName",
        mosaic.layer_oid as "layerOID", mosaic.made, mosaic.failure, flight.state = 'over' as "isOver",
        mosaic.updated_at > ${new Date(now.getTime() - mosaicLimits.liveFor)} as "isRecent",
        mosaic.updated_at as "updatedAt",
        (select count(*) ${waitingOf(sql.ref('mosaic.flight_oid'))}) as waiting,
        (select count(*) from layer_mosaic_photo laid
          where laid.flight_oid = mosaic.flight_oid and laid.fault is null) as placed,
        (select jsonb_object_agg(fault, count) from (select laid.fault, count(*) as count from layer_mosaic_photo laid
          where laid.flight_oid = mosaic.flight_oid and laid.fault is not null group by laid.fault) as each_fault) as faults
      from layer_mosaic mosaic join flight on flight.oid = mosaic.flight_oid
        left join task on task.oid = flight.task_oid left join dock on dock.oid = flight.dock_oid
      where mosaic.group_root = ${scope.groupRoot} and ${inScope('mosaic.group_oid', scope)}
        and flight.deleted_at is null
      order by mosaic.created_at desc, mosaic.flight_oid limit ${mosaicLimits.listed}`.execute(db)
  ).rows;

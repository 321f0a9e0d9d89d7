import { resultLimits, type PicturePose } from '@eyrie/domain';
import { sql, type SqlBool } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { columns, seen, takenAt, type MediaRow, type Scope } from './media.list.store.ts';

const { viewMetres, viewDegrees, viewScale, viewApart, viewMost } = resultLimits;
/** Metres of a degree along a meridian. */
const perDegree = 111_195;

/** From where a photo was taken: what it says itself, else what its device reported. */
export const poseOf = ({ facts, lens, ...row }: MediaRow): PicturePose => ({
  lng: row.lng,
  lat: row.lat,
  height: facts?.heights.relative ?? row.relative_altitude,
  heading: facts?.heading ?? row.gimbal_yaw,
  pitch: facts?.gimbal.pitch ?? null,
  focalLength: facts?.focalLength ?? null,
  lens,
});

/** Where a photo was and looked, all of it known. */
export interface KnownView {
  lng: number;
  lat: number;
  heading: number;
  pitch: number;
}

/** @returns null where the photo leaves open where it was or looked */
export const knownView = ({ lng, lat, heading, pitch }: PicturePose): KnownView | null =>
  lng === null || lat === null || heading === null || pitch === null ? null : { lng, lat, heading, pitch };

const heading = sql<number>`coalesce((media.facts->>'heading')::float8, media.gimbal_yaw)`;
const pitch = sql<number>`(media.facts->'gimbal'->>'pitch')::float8`;
const focal = sql<number>`(media.facts->>'focalLength')::float8`;
/** Degrees between two directions. */
const turn = (from: typeof heading, to: number) =>
  sql<number>`abs(mod((${from} - ${to})::numeric + 900, 360) - 180)`;

/**
 * Photos of one view at other dates that a caller sees, the newest first. One that leaves open where it looked is none of them.
 * @param at of the photo, epoch ms
 */
export const sameView = async (
  db: DbOrTrx,
  scope: Scope,
  { row, at, view, focalLength }: { row: MediaRow; at: number; view: KnownView; focalLength: number | null },
): Promise<{ rows: MediaRow[]; more: boolean }> => {
  const north = viewMetres / perDegree;
  // Towards a pole a degree of longitude has no length: any of them is near.
  const east = Math.min(180, north / Math.max(Math.cos((view.lat * Math.PI) / 180), 1e-9));
  const shrunk = Math.cos((view.lat * Math.PI) / 180);
  const away = sql`(mod((media.lng - ${view.lng})::numeric + 900, 360) - 180)`;
  let found = seen(db, scope)
    .where(sql<SqlBool>`media.kind = 'photo'`)
    .where('media.oid', '!=', row.oid)
    .where('media.lat', '>=', view.lat - north)
    .where('media.lat', '<=', view.lat + north)
    .where(
      sql<SqlBool>`((media.lat - ${view.lat}) * ${perDegree}) ^ 2
        + (${away}::float8 * ${perDegree * shrunk}::float8) ^ 2 <= ${viewMetres ** 2}`,
    )
    .where(sql<SqlBool>`media.lens is not distinct from ${row.lens}`)
    .where(sql<SqlBool>`${turn(heading, view.heading)} <= ${viewDegrees}`)
    .where(sql<SqlBool>`abs(${pitch} - ${view.pitch}) <= ${viewDegrees}`)
    .where(
      sql<SqlBool>`(${takenAt} <= ${new Date(at - viewApart)} or ${takenAt} >= ${new Date(at + viewApart)})`,
    );
  // Across the line where longitudes begin again a range of them would miss the other side.
  if (Math.abs(view.lng) + east < 180)
    found = found.where('media.lng', '>=', view.lng - east).where('media.lng', '<=', view.lng + east);
  if (focalLength !== null)
    found = found.where(
      sql<SqlBool>`(${focal} is null or ${focal} between ${focalLength / viewScale} and ${focalLength * viewScale})`,
    );
  const rows = await columns(found)
    .orderBy(takenAt, 'desc')
    .orderBy('media.oid')
    .limit(viewMost + 1)
    .execute();
  return { rows: rows.slice(0, viewMost), more: rows.length > viewMost };
};

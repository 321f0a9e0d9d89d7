import { resultLimits, shotOfName } from '@eyrie/domain';
import { sql, type SqlBool } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { columns, seen, takenAt, type MediaRow, type Scope } from './media.list.store.ts';

/** How far apart, ms, two photos of no flight may have been taken to be looked at as one shot. */
const apart = 5_000;

/** Photos among which those are that the other lenses of a camera took of the same shot, by their names. */
export const photosAboutShot = async (db: DbOrTrx, scope: Scope, photo: MediaRow): Promise<MediaRow[]> => {
  const named = shotOfName(photo.name);
  if (!named) return [];
  const number = `\\_${named.shot.slice(0, 4)}\\_`;
  const at = (photo.shot_at ?? photo.created_at).getTime();
  let found = seen(db, scope)
    .where('media.kind', '=', 'photo')
    .where('media.oid', '!=', photo.oid)
    .where('media.video_oid', 'is', null)
    .where(sql<SqlBool>`media.dock_oid is not distinct from ${photo.dock_oid}::uuid`)
    .where('media.name', 'like', `DJI\\_%${number}%`);
  found =
    photo.flight_oid === null
      ? found
          .where('media.flight_oid', 'is', null)
          .where(sql<SqlBool>`${takenAt} >= ${new Date(at - apart)}`)
          .where(sql<SqlBool>`${takenAt} <= ${new Date(at + apart)}`)
      : found.where('media.flight_oid', '=', photo.flight_oid);
  return columns(found).orderBy('media.name').orderBy('media.oid').limit(resultLimits.shotAmong).execute();
};

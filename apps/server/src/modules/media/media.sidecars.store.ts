import { resultLimits, sidecarEndings } from '@eyrie/domain';
import { sql, type SqlBool } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import { columns, seen, type MediaRow, type Scope } from './media.list.store.ts';

const ending = `[.](${sidecarEndings.join('|')})$`;
const isSidecar = sql<SqlBool>`media.kind = 'other' and media.name ~* ${ending}`;

/** A file of positioning of a flight of which there still are photos. */
export const hasPhotos = sql<SqlBool>`(${isSidecar} and exists (select from media as photo
  where photo.flight_oid = media.flight_oid and photo.kind = 'photo' and photo.deleted_at is null))`;

/** Files of positioning of some flights that a caller sees, in the order of their names, `most` at the most. */
export const sidecarsOf = async (
  db: DbOrTrx,
  scope: Scope,
  flightOIDs: readonly string[],
  most: number = resultLimits.sidecars,
): Promise<MediaRow[]> =>
  flightOIDs.length === 0
    ? []
    : columns(
        seen(db, scope)
          .where('media.flight_oid', 'in', [...flightOIDs])
          .where(isSidecar),
      )
        .orderBy('media.name')
        .orderBy('media.oid')
        .limit(most)
        .execute();

/**
 * Puts the files of positioning of flights into the bin that have no photo any more; those that somebody holds stay.
 * @param scope of who deletes; null: a rule of the organisation does
 * @param keepStarred leaves those with a star where they are
 */
export const binSidecars = async (
  trx: DbOrTrx,
  groupRoot: string,
  flightOIDs: readonly string[],
  {
    at,
    by,
    scope,
    keepStarred = false,
  }: { at: Date; by: string | null; scope: Scope | null; keepStarred?: boolean },
): Promise<{ oid: string; name: string; size: string }[]> => {
  if (flightOIDs.length === 0) return [];
  let found = trx
    .updateTable('media')
    .set({ deleted_at: at, deleted_by: by })
    .where('flight_oid', 'in', [...flightOIDs])
    .where('group_root', '=', groupRoot)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .where(isSidecar)
    .where(
      sql<SqlBool>`not exists (select from flight where flight.oid = media.flight_oid and flight.held_at is not null)`,
    )
    .where(sql<SqlBool>`not ${hasPhotos}`);
  if (keepStarred) found = found.where('starred', '=', false);
  if (scope) found = found.where(inScope('media.group_oid', scope));
  return found.returning(['oid', 'name', 'size']).execute();
};

/**
 * Takes the files of positioning out of the bin that went with photos of the flights of these, before these come back.
 * @returns those that it took, without any that is among these itself
 */
export const restoreSidecars = async (
  trx: DbOrTrx,
  scope: Scope,
  oids: readonly string[],
  at: Date,
): Promise<{ oid: string; name: string }[]> =>
  trx
    .updateTable('media')
    .set({ deleted_at: null, deleted_by: null, restored_at: at })
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('purging_at', 'is', null)
    .where(isSidecar)
    .where(
      sql<SqlBool>`media.flight_oid in (select flight_oid from media as back where back.oid = any(${[...oids]}::uuid[])
        and back.kind = 'photo' and back.deleted_at is not null and back.purging_at is null)`,
    )
    .where(
      sql<SqlBool>`exists (select from media as photo where photo.flight_oid = media.flight_oid and photo.kind = 'photo'
        and photo.deleted_at = media.deleted_at)`,
    )
    .where(sql<SqlBool>`media.oid <> all(${[...oids]}::uuid[])`)
    .returning(['oid', 'name'])
    .execute();

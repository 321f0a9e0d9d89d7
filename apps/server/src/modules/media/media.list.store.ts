import { sql, type SqlBool } from 'kysely';
import type { mediaCalls, ParsedRequestOf } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import { bytesWithCopy } from './media.playback.store.ts';

export interface Scope {
  groupRoot: string;
  groupOID: string;
}
export type MediaQuery = ParsedRequestOf<typeof mediaCalls.query>;

export const takenAt = sql<Date>`coalesce(media.shot_at, media.created_at)`;

export const seen = (db: DbOrTrx, scope: Scope) =>
  db
    .selectFrom('media')
    .leftJoin('dock', 'dock.oid', 'media.dock_oid')
    .leftJoin('flight', 'flight.oid', 'media.flight_oid')
    .leftJoin('task', 'task.oid', 'flight.task_oid')
    .where('media.group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('media.deleted_at', 'is', null);

export const matching = (db: DbOrTrx, scope: Scope, wanted: Partial<MediaQuery>) => {
  const { keyword, kind, lens, starred, label, flightOID, withoutFlight, dockOID, from, to } = wanted;
  let found = seen(db, scope);
  if (kind !== undefined) found = found.where('media.kind', '=', kind);
  if (lens !== undefined)
    found = lens === 'unknown' ? found.where('media.lens', 'is', null) : found.where('media.lens', '=', lens);
  if (starred === true) found = found.where('media.starred', '=', true);
  if (starred === false) found = found.where('media.starred', '=', false);
  if (label !== undefined)
    found = found.where(sql<SqlBool>`media.labels <> '{}' and media.labels @> array[${label}::text]`);
  if (withoutFlight === true) found = found.where('media.flight_oid', 'is', null);
  if (flightOID !== undefined) found = found.where('media.flight_oid', '=', flightOID);
  if (dockOID !== undefined) found = found.where('media.dock_oid', '=', dockOID);
  if (from !== undefined) found = found.where(sql<SqlBool>`${takenAt} >= ${new Date(from)}`);
  if (to !== undefined) found = found.where(sql<SqlBool>`${takenAt} <= ${new Date(to)}`);
  const word = keyword?.trim().toLowerCase();
  if (word)
    found = found.where(
      sql<SqlBool>`position(${word} in lower(concat_ws(' ', media.name, dock.name, task.name))) > 0`,
    );
  return found;
};

/** What an item shows of the files that were found. */
export const columns = (found: ReturnType<typeof seen>) =>
  found.selectAll('media').select(['dock.name as dock_name', 'task.name as task_name']);

/** A page of the files that a caller sees, the newest first. */
export const mediaPage = async (db: DbOrTrx, scope: Scope, wanted: MediaQuery) => {
  const found = matching(db, scope, wanted);
  const { total } = await found
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await columns(found)
    .orderBy(takenAt, 'desc')
    .orderBy('media.oid')
    .limit(wanted.pageSize)
    .offset((wanted.pageNum - 1) * wanted.pageSize)
    .execute();
  return { rows, total: Number(total) };
};

export type MediaRow = Awaited<ReturnType<typeof mediaPage>>['rows'][number];

/** Those of some files that a caller sees, in the order of their names. */
export const mediaByOids = (db: DbOrTrx, scope: Scope, oids: readonly string[]): Promise<MediaRow[]> =>
  columns(seen(db, scope).where('media.oid', 'in', [...oids]))
    .orderBy('media.name')
    .orderBy('media.oid')
    .execute();

export type StandingFile = MediaRow;

/** Of some files those that stand in a scope, by their oids; deleted ones and those outside of it are left out. */
export const filesByOid = async (
  db: DbOrTrx,
  scope: Scope,
  oids: readonly string[],
): Promise<ReadonlyMap<string, StandingFile>> => {
  const rows = oids.length === 0 ? [] : await mediaByOids(db, scope, oids);
  return new Map(rows.map((row) => [row.oid, row]));
};

/** Files of a flight that a caller sees, as they were taken. */
export const filesOfFlight = (db: DbOrTrx, scope: Scope, flightOID: string): Promise<MediaRow[]> =>
  columns(seen(db, scope).where('media.flight_oid', '=', flightOID))
    .orderBy(takenAt)
    .orderBy('media.oid')
    .limit(5_000)
    .execute();

/** Of each kind how many files a caller sees, and their bytes. */
export const mediaTotals = (db: DbOrTrx, scope: Scope) =>
  seen(db, scope)
    .select('media.kind')
    .select((eb) => [eb.fn.countAll<string>().as('count'), sql<string>`sum(${bytesWithCopy})`.as('bytes')])
    .groupBy('media.kind')
    .execute();

/** Marks files as deleted. @returns how many were there */
export const deleteMedia = async (
  db: DbOrTrx,
  scope: Scope,
  oids: readonly string[],
  { at, by }: { at: number; by: string },
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ deleted_at: new Date(at), deleted_by: by })
    .where('oid', 'in', [...oids])
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

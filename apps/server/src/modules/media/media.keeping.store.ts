import { sql, type SqlBool } from 'kysely';
import { keepingLimits, resultLimits, type RetentionRules } from '@eyrie/domain';
import { olderThan } from '../../platform/keeping/index.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { Scope } from './media.list.store.ts';
import { bytesWithCopy } from './media.playback.store.ts';
import { binSidecars, hasPhotos } from './media.sidecars.store.ts';

/** It is under legal hold, or the record of its flight is. */
const isHeld = sql`(media.held_at is not null or exists (select from flight
  where flight.oid = media.flight_oid and flight.held_at is not null))`;

const binned = (db: DbOrTrx, scope: Scope) =>
  db
    .selectFrom('media')
    .leftJoin('dock', 'dock.oid', 'media.dock_oid')
    .leftJoin('flight', 'flight.oid', 'media.flight_oid')
    .leftJoin('task', 'task.oid', 'flight.task_oid')
    .leftJoin('member as deleter', 'deleter.oid', 'media.deleted_by')
    .where('media.group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('media.deleted_at', 'is not', null)
    .where('media.purging_at', 'is', null);

/** A page of the deleted files that a caller sees, the last deleted first. */
export const binPage = async (
  db: DbOrTrx,
  scope: Scope,
  { keyword, pageNum, pageSize }: { keyword?: string | undefined; pageNum: number; pageSize: number },
) => {
  const word = keyword?.trim().toLowerCase() ?? '';
  const found = binned(db, scope).$if(word !== '', (query) =>
    query.where(sql<SqlBool>`position(${word} in lower(media.name)) > 0`),
  );
  const { total } = await found
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('media')
    .select(['dock.name as dock_name', 'task.name as task_name', 'deleter.name as deleter_name'])
    .orderBy('media.deleted_at', 'desc')
    .orderBy('media.oid')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
};

/** Takes files out of the bin. @returns those that were in it */
export const restoreMedia = (trx: DbOrTrx, scope: Scope, oids: readonly string[], at: Date) =>
  trx
    .updateTable('media')
    .set({ deleted_at: null, deleted_by: null, restored_at: at })
    .where('oid', 'in', [...oids])
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('deleted_at', 'is not', null)
    .where('purging_at', 'is', null)
    .returning(['oid', 'name'])
    .execute();

/** Holds files, or ends their hold. @returns those that a caller sees, deleted or not */
export const holdMedia = (
  trx: DbOrTrx,
  scope: Scope,
  oids: readonly string[],
  hold: { at: Date; by: string; reason: string } | null,
) =>
  trx
    .updateTable('media')
    .set({ held_at: hold?.at ?? null, held_by: hold?.by ?? null, held_reason: hold?.reason ?? '' })
    .where('oid', 'in', [...oids])
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('purging_at', 'is', null)
    .returning(['oid', 'name'])
    .execute();

const noRules = { photoDays: null, videoDays: null, otherDays: null, keepStarred: true, version: 0 };

/** How long an organisation keeps files; where nobody has said it: for ever. */
export const retentionOf = async (
  db: DbOrTrx,
  groupRoot: string,
): Promise<RetentionRules & { version: number }> => {
  const row = await db
    .selectFrom('media_retention')
    .selectAll()
    .where('group_root', '=', groupRoot)
    .executeTakeFirst();
  if (!row) return noRules;
  const { photo_days: photoDays, video_days: videoDays, other_days: otherDays, version } = row;
  return { photoDays, videoDays, otherDays, keepStarred: row.keep_starred, version };
};

/** Sets the rules. @returns false where somebody else has changed them since that version */
export const setRetention = async (
  trx: DbOrTrx,
  groupRoot: string,
  { version, photoDays, videoDays, otherDays, keepStarred }: RetentionRules & { version: number },
): Promise<boolean> => {
  const values = {
    photo_days: photoDays,
    video_days: videoDays,
    other_days: otherDays,
    keep_starred: keepStarred,
  };
  if (version === noRules.version) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('media_retention')
      .values({ group_root: groupRoot, ...values, version: 1 })
      .onConflict((conflict) => conflict.column('group_root').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await trx
    .updateTable('media_retention')
    // Added there: any version may be asked for, and one more than the largest is no version.
    .set({ ...values, version: sql<number>`version + 1` })
    .where('group_root', '=', groupRoot)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Organisations that have set a rule. */
export const rootsWithRules = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('media_retention').select('group_root').orderBy('group_root').execute()).map(
    (row) => row.group_root,
  );

/** Whether a file is older than the rules of its organisation let it become. @param table `media`, or another name of it */
const isTooOld = (rules: RetentionRules, now: number, table = 'media') => {
  const days = { photo: rules.photoDays, video: rules.videoDays, other: rules.otherDays };
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const since = sql<Date>`greatest(${column('created_at')}, ${column('restored_at')})`;
  const any = olderThan(days, { kind: sql<string>`${column('kind')}`, since }, now);
  return rules.keepStarred ? sql<SqlBool>`(${any} and not ${column('starred')})` : any;
};

/** Files that are older than the rules of their organisation let them become; those of positioning stay with their photos. */
const tooOld = (db: DbOrTrx, groupRoot: string, rules: RetentionRules, now: number) =>
  db
    .selectFrom('media')
    .where('media.group_root', '=', groupRoot)
    .where('media.deleted_at', 'is', null)
    .where(isTooOld(rules, now))
    .where(sql<SqlBool>`not ${hasPhotos}`);

/** Files of positioning whose last photos are too old by such rules: they go with these, however old they are. */
const goneWithPhotos = (db: DbOrTrx, groupRoot: string, rules: RetentionRules, now: number) =>
  db
    .selectFrom('media')
    .where('media.group_root', '=', groupRoot)
    .where('media.deleted_at', 'is', null)
    .where(hasPhotos)
    .where(sql<SqlBool>`not ${isHeld}`)
    .$if(rules.keepStarred, (query) => query.where('media.starred', '=', false))
    .where(
      sql<SqlBool>`not exists (select from media as photo where photo.flight_oid = media.flight_oid
        and photo.kind = 'photo' and photo.deleted_at is null
        and (photo.held_at is not null or not ${isTooOld(rules, now, 'photo')}))`,
    );

/** What would go by such rules at this moment. */
export const retentionPreview = async (
  db: DbOrTrx,
  groupRoot: string,
  rules: RetentionRules,
  now: number,
) => {
  const old = tooOld(db, groupRoot, rules, now);
  const counted = await old
    .select('media.kind')
    .select(sql<string>`count(*) filter (where not ${isHeld})`.as('count'))
    .select(sql<string>`coalesce(sum(${bytesWithCopy}) filter (where not ${isHeld}), 0)`.as('bytes'))
    .select(sql<string>`count(*) filter (where ${isHeld})`.as('held'))
    .groupBy('media.kind')
    .execute();
  const withThem = goneWithPhotos(db, groupRoot, rules, now);
  const sidecars = await withThem
    .select(sql<'other'>`'other'`.as('kind'))
    .select(sql<string>`count(*)`.as('count'))
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .select(sql<string>`0`.as('held'))
    .execute();
  const first = (query: typeof old) =>
    query
      .select(['media.oid', 'media.name', 'media.created_at'])
      .orderBy('media.created_at')
      .orderBy('media.oid')
      .limit(keepingLimits.previewNames)
      .execute();
  const files = [...(await first(old.where(sql<SqlBool>`not ${isHeld}`))), ...(await first(withThem))].slice(
    0,
    keepingLimits.previewNames,
  );
  return { counted: [...counted, ...sidecars], files };
};

/**
 * Puts some files that are too old into the bin, and those of positioning that go with them; nobody holds them.
 * @returns how many of these, and bytes of all; `sidecars` of those
 */
export const binTooOld = async (
  trx: DbOrTrx,
  groupRoot: string,
  rules: RetentionRules,
  now: number,
): Promise<{ count: number; sidecars: number; bytes: number }> => {
  const some = tooOld(trx, groupRoot, rules, now)
    .select('media.oid')
    .where(sql<SqlBool>`not ${isHeld}`)
    .orderBy('media.oid')
    .limit(resultLimits.clearAtOnce)
    .forUpdate()
    .skipLocked();
  const gone = await trx
    .updateTable('media')
    .set({ deleted_at: new Date(now), deleted_by: null })
    .where(sql<SqlBool>`oid = any(array(${some}))`)
    .returning([sql<string>`${bytesWithCopy}`.as('size'), 'kind', 'flight_oid'])
    .execute();
  const flights = gone.flatMap(({ kind, flight_oid: flight }) =>
    kind === 'photo' && flight !== null ? flight : [],
  );
  const withThem = await binSidecars(trx, groupRoot, [...new Set(flights)], {
    at: new Date(now),
    by: null,
    scope: null,
    keepStarred: rules.keepStarred,
  });
  const bytes = [...gone, ...withThem].reduce((sum, { size }) => sum + Number(size), 0);
  return { count: gone.length, sidecars: withThem.length, bytes };
};

/** Takes deleted files whose time is over, so that nobody restores or holds what is being removed. */
export const claimToClear = (db: Db, before: Date, at: Date, most: number) => {
  const some = db
    .selectFrom('media')
    .select('oid')
    .where('deleted_at', '<', before)
    .where(sql<SqlBool>`not ${isHeld}`)
    .orderBy('deleted_at')
    .limit(most)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('media')
    .set({ purging_at: at })
    .where(sql<SqlBool>`oid = any(array(${some}))`)
    .where(sql<SqlBool>`not ${isHeld}`)
    .where('deleted_at', '<', before)
    .returning([
      'oid',
      'kind',
      'group_root',
      'object_key',
      'thumbnail_key',
      'playback_key',
      'lens',
      'width',
      'height',
    ])
    .execute();
};

export const clearMedia = async (db: Db, oid: string): Promise<void> => {
  await db.deleteFrom('media').where('oid', '=', oid).where('purging_at', 'is not', null).execute();
};

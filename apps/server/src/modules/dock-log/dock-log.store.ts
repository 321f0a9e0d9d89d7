import { openLogStates, type LogFault, type LogModule } from '@eyrie/domain';
import type { ListedModule } from '@eyrie/dji';
import { sql, type Selectable } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type DockLogRow = Selectable<Database['dock_log']>;
type Change = Partial<Omit<DockLogRow, 'oid' | 'size'> & { size: number | null }>;

export interface NewUpload {
  oid: string;
  groupRoot: string;
  dockOID: string;
  commandOID: string;
  module: LogModule;
  objectKey: string;
  bootIndexes: readonly number[];
  startTime: number | null;
  endTime: number | null;
  askedBy: string;
  at: Date;
}

const moment = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Begins an upload. @returns false when one of this module is open on the dock */
export const insertUpload = async (trx: DbOrTrx, upload: NewUpload): Promise<boolean> => {
  const result = await trx
    .insertInto('dock_log')
    .values({
      oid: upload.oid,
      group_root: upload.groupRoot,
      dock_oid: upload.dockOID,
      command_oid: upload.commandOID,
      module: upload.module,
      object_key: upload.objectKey,
      state: 'notUploaded',
      boot_indexes: [...upload.bootIndexes],
      start_time: moment(upload.startTime),
      end_time: moment(upload.endTime),
      asked_by: upload.askedBy,
      created_at: upload.at,
      changed_at: upload.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
};

/**
 * Changes an upload that is still open; what is over stays as it became, whatever comes late.
 * @returns false: it is over
 */
export const moveUpload = async (db: DbOrTrx, oid: string, change: Change): Promise<boolean> => {
  const result = await db
    .updateTable('dock_log')
    .set(change)
    .where('oid', '=', oid)
    .where('state', 'in', [...openLogStates])
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** Ends every open upload of an order. @returns how many there were */
export const endUploadsOf = async (
  db: DbOrTrx,
  commandOID: string,
  change: { fault: LogFault; code: number | null; at: Date },
): Promise<number> => {
  const { fault, code, at } = change;
  const result = await db
    .updateTable('dock_log')
    .set({ state: 'failed', fault, code, changed_at: at })
    .where('command_oid', '=', commandOID)
    .where('state', 'in', [...openLogStates])
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};

/** Cancels the open uploads of these modules. @returns the orders that had begun them */
export const cancelUploads = async (
  db: DbOrTrx,
  dockOID: string,
  modules: readonly LogModule[],
  at: Date,
): Promise<string[]> => {
  const rows = await db
    .updateTable('dock_log')
    .set({ state: 'cancelled', changed_at: at })
    .where('dock_oid', '=', dockOID)
    .where('module', 'in', [...modules])
    .where('state', 'in', [...openLogStates])
    .returning('command_oid')
    .execute();
  return [...new Set(rows.map(({ command_oid: commandOID }) => commandOID))];
};

const openUploads = (db: DbOrTrx) =>
  db
    .selectFrom('dock_log')
    .selectAll()
    .where('state', 'in', [...openLogStates]);

export const openUploadsOfDock = (db: DbOrTrx, dockOID: string): Promise<DockLogRow[]> =>
  openUploads(db).where('dock_oid', '=', dockOID).execute();

export const openUploadsOfOrder = (db: DbOrTrx, commandOID: string): Promise<DockLogRow[]> =>
  openUploads(db).where('command_oid', '=', commandOID).execute();

/** Open uploads that need a look: the dock said done, or has said nothing since. */
export const uploadsToLookAt = (db: DbOrTrx, silentSince: Date, most: number): Promise<DockLogRow[]> =>
  openUploads(db)
    .where(sql<boolean>`(said_done or coalesce(heard_at, created_at) < ${silentSince})`)
    .orderBy('changed_at')
    .limit(most)
    .execute();

/** Uploads of which something may still be stored that nobody is to have. */
export const uploadsToClear = (db: DbOrTrx, givenUpBefore: Date, most: number): Promise<DockLogRow[]> =>
  db
    .selectFrom('dock_log')
    .selectAll()
    .where('cleared', '=', false)
    .where(
      sql<boolean>`(deleted_at is not null
        or (state in ('cancelled', 'failed') and changed_at < ${givenUpBefore}))`,
    )
    .orderBy('changed_at')
    .limit(most)
    .execute();

export const uploadCleared = async (db: DbOrTrx, oid: string): Promise<void> => {
  await db.updateTable('dock_log').set({ cleared: true }).where('oid', '=', oid).execute();
  await db.deleteFrom('dock_log').where('oid', '=', oid).where('deleted_at', 'is not', null).execute();
};

const ofDock = (db: DbOrTrx, scope: Scope) =>
  db
    .selectFrom('dock_log')
    .innerJoin('dock', 'dock.oid', 'dock_log.dock_oid')
    .innerJoin('member', 'member.oid', 'dock_log.asked_by')
    .where('dock_log.deleted_at', 'is', null)
    .where('dock.deleted_at', 'is', null)
    // A dock that went to another organisation leaves its files behind.
    .whereRef('dock_log.group_root', '=', 'dock.group_root')
    .where(inScope('dock.group_oid', scope));

/** One upload that the caller may see. */
export const uploadForCaller = (db: DbOrTrx, scope: Scope, oid: string): Promise<DockLogRow | undefined> =>
  ofDock(db, scope).selectAll('dock_log').where('dock_log.oid', '=', oid).executeTakeFirst();

export type ShownUpload = DockLogRow & { asked_by_name: string };

/** A page of the uploads of a dock, newest first. */
export const uploadsOfDock = async (
  db: DbOrTrx,
  scope: Scope,
  { dockOID, pageNum, pageSize }: { dockOID: string; pageNum: number; pageSize: number },
): Promise<{ rows: ShownUpload[]; total: number }> => {
  const found = ofDock(db, scope).where('dock_log.dock_oid', '=', dockOID);
  const { total } = await found
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('dock_log')
    .select('member.name as asked_by_name')
    .orderBy('dock_log.created_at', 'desc')
    .orderBy('dock_log.oid')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
};

/** Marks an upload as deleted unless it is still open. @returns false: it is open, or somebody was quicker */
export const markDeleted = async (trx: DbOrTrx, oid: string, at: Date): Promise<boolean> => {
  const result = await trx
    .updateTable('dock_log')
    .set({ deleted_at: at, changed_at: at, cleared: false })
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('state', 'not in', [...openLogStates])
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/**
 * Keeps what a dock answered to an order that is on its way to it.
 * @returns false: there is no such order of this dock, or its time is over
 */
export const insertListing = async (
  db: DbOrTrx,
  listing: { commandOID: string; dockOID: string; modules: readonly ListedModule[]; at: Date },
): Promise<boolean> => {
  const { commandOID, dockOID, modules, at } = listing;
  const result = await sql`
    insert into dock_log_listing (command_oid, dock_oid, listed_at, modules)
    select command.oid, command.dock_oid, ${at}::timestamptz, ${JSON.stringify(modules)}::jsonb
    from command
    where command.oid = ${commandOID}::uuid and command.dock_oid = ${dockOID}::uuid
      and command.method = 'logQuery' and command.state in ('authorised', 'sent')
    on conflict do nothing`.execute(db);
  return Number(result.numAffectedRows ?? 0) === 1;
};

export const listingOf = (db: DbOrTrx, commandOID: string) =>
  db
    .selectFrom('dock_log_listing')
    .select(['listed_at', 'modules'])
    .where('command_oid', '=', commandOID)
    .executeTakeFirst();

/** What a dock listed last. */
export const lastListing = (db: DbOrTrx, dockOID: string) =>
  db
    .selectFrom('dock_log_listing')
    .select(['listed_at', 'modules'])
    .where('dock_oid', '=', dockOID)
    .orderBy('listed_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const dropOldListings = async (db: DbOrTrx, before: Date): Promise<void> => {
  await db.deleteFrom('dock_log_listing').where('listed_at', '<', before).execute();
};

import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import type { FileColumns } from './layer-columns.ts';
import { insertFiles } from './layer.store.ts';

/** A layer whose file was sent and not yet made into tiles; undefined for any other. */
export async function waitingLayer(
  db: DbOrTrx,
  oid: string,
): Promise<{ groupRoot: string; groupOID: string; sourceKey: string } | undefined> {
  const row = await db
    .selectFrom('layer')
    .select(['group_root as groupRoot', 'group_oid as groupOID', 'source_key as sourceKey'])
    .where('oid', '=', oid)
    .executeTakeFirst();
  return row && row.sourceKey !== null ? { ...row, sourceKey: row.sourceKey } : undefined;
}

/** Names the background work that makes the tiles of a layer. */
export async function setWork(trx: DbOrTrx, oid: string, workOID: string): Promise<void> {
  await trx.updateTable('layer').set({ work_oid: workOID }).where('oid', '=', oid).execute();
}

/** Gives a layer its tiles in place of the file. @returns false where it is gone or has them already */
export const finishPreparing = (
  db: Db,
  oid: string,
  sourceKey: string,
  made: { objectKey: string; size: number; files: FileColumns; at: Date },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('layer')
      .set({
        object_key: made.objectKey,
        size: String(made.size),
        source_key: null,
        failure: null,
        state_at: made.at,
      })
      .where('oid', '=', oid)
      .where('source_key', '=', sourceKey)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await insertFiles(trx, oid, made.files);
    return true;
  });

/** Keeps why no tiles can be made of the file that was sent; the file is of no use any more. */
export async function failPreparing(db: DbOrTrx, oid: string, failure: string, at: Date): Promise<void> {
  await db
    .updateTable('layer')
    .set({ failure, source_key: null, state_at: at })
    .where('oid', '=', oid)
    .where('source_key', 'is not', null)
    .execute();
}

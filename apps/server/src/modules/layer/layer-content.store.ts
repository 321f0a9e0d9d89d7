import { createHash } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './layer.schema.ts';

/** What was read of a layer on a server elsewhere: marks of its files by their names. */
export type ReadMarks = Map<string, string>;

/** Of the same bytes the same, and of others another; null: the server has no such file. */
export const markOf = (bytes: Uint8Array | null): string =>
  bytes === null ? '' : createHash('sha256').update(bytes).digest('base64url');

/** Every verdict that rests on the layer is one by another content from now on. */
const changed = (db: DbOrTrx, oid: string) =>
  db
    .updateTable('layer')
    .set((row) => ({ content_changes: sql<number>`${row.ref('content_changes')} + 1` }))
    .where('oid', '=', oid)
    .execute();

/** Files of one layer whose marks are kept: beyond that all are forgotten, and what rested on them is looked at again. */
async function forgetMany(db: DbOrTrx, oid: string): Promise<void> {
  const { count } = await db
    .selectFrom('layer_content')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('layer_oid', '=', oid)
    .executeTakeFirstOrThrow();
  if (Number(count) <= limits.layer.contentMarks) return;
  await db.deleteFrom('layer_content').where('layer_oid', '=', oid).execute();
  await changed(db, oid);
}

/** Compares what was read with what was read before, and says with the layer whether any of it is another one now. */
export async function recordContent(db: DbOrTrx, oid: string, marks: ReadMarks): Promise<void> {
  if (marks.size === 0) return;
  const { rows } = await sql<{ changed: boolean; added: boolean }>`
    with given as (
      select * from unnest(${[...marks.keys()]}::text[], ${[...marks.values()]}::text[]) as one (file, mark)
    ), known as (
      update layer_content set mark = given.mark from given
      where layer_oid = ${oid} and layer_content.file = given.file and layer_content.mark <> given.mark
      returning 1
    ), added as (
      insert into layer_content (layer_oid, file, mark)
      select layer.oid, given.file, given.mark from given, layer where layer.oid = ${oid}
      on conflict do nothing
      returning 1
    ), noted as (
      update layer set content_changes = content_changes + 1
      where oid = ${oid} and exists (select from known)
      returning 1
    )
    select exists (select from noted) as changed, exists (select from added) as added`.execute(db);
  if (rows[0]?.added) await forgetMany(db, oid);
}

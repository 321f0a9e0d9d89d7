import { sql } from 'kysely';
import type { PackedTiles } from '../../platform/archive/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** A picture or a map file that was sent to us. */
export interface StoredUpload {
  id: string;
  groupRoot: string;
  objectKey: string;
  at: Date;
}

export interface StoredImage extends StoredUpload {
  contentType: string;
  size: number;
}

export interface StoredTiles extends StoredUpload {
  size: number;
  levelMin: number;
  levelMax: number;
}

const common = ({ id, groupRoot, objectKey, at }: StoredUpload) => ({
  id,
  group_root: groupRoot,
  object_key: objectKey,
  created_at: at,
});

export async function insertImage(db: DbOrTrx, image: StoredImage): Promise<void> {
  await db
    .insertInto('appearance_image')
    .values({ ...common(image), content_type: image.contentType, size: image.size })
    .execute();
}

/** Whoever knows the id may see it. */
export const imageById = (
  db: DbOrTrx,
  id: string,
): Promise<{ groupRoot: string; objectKey: string; contentType: string } | undefined> =>
  db
    .selectFrom('appearance_image')
    .select(['group_root as groupRoot', 'object_key as objectKey', 'content_type as contentType'])
    .where('id', '=', id)
    .executeTakeFirst();

export async function insertTiles(db: DbOrTrx, tiles: StoredTiles): Promise<void> {
  await db
    .insertInto('map_tiles')
    .values({
      ...common(tiles),
      size: tiles.size,
      level_min: tiles.levelMin,
      level_max: tiles.levelMax,
    })
    .execute();
}

/** Adds places of tiles, some thousand with each statement. */
export async function insertTileRows(db: DbOrTrx, id: string, all: PackedTiles['rows']): Promise<void> {
  for (const { z, x, y, start, length, contentType } of all) {
    const column = (lines: string) => sql`string_to_array(${lines}, E'\\n')`;
    await sql`insert into map_tile (tiles_id, z, x, y, start, length, content_type)
      select ${id}, * from unnest(${column(z)}::smallint[], ${column(x)}::int[], ${column(y)}::int[],
        ${column(start)}::bigint[], ${column(length)}::int[], ${column(contentType)}::text[])`.execute(db);
  }
}

export const tilesById = (
  db: DbOrTrx,
  groupRoot: string,
  id: string,
): Promise<{ objectKey: string; levelMin: number; levelMax: number } | undefined> =>
  db
    .selectFrom('map_tiles')
    .select(['object_key as objectKey', 'level_min as levelMin', 'level_max as levelMax'])
    .where('id', '=', id)
    .where('group_root', '=', groupRoot)
    .executeTakeFirst();

export async function tileAt(
  db: DbOrTrx,
  id: string,
  at: { z: number; x: number; y: number },
): Promise<{ start: number; length: number; contentType: string } | null> {
  const row = await db
    .selectFrom('map_tile')
    .select(['start', 'length', 'content_type'])
    .where('tiles_id', '=', id)
    .where('z', '=', at.z)
    .where('x', '=', at.x)
    .where('y', '=', at.y)
    .executeTakeFirst();
  return row ? { start: Number(row.start), length: row.length, contentType: row.content_type } : null;
}

export type UploadTable = 'appearance_image' | 'map_tiles';

/** What was sent and is named by none of the kept looks, the newest first. */
export const unnamedUploads = (
  db: DbOrTrx,
  table: UploadTable,
  groupRoot: string,
  named: readonly string[],
): Promise<{ id: string; objectKey: string; at: Date }[]> =>
  db
    .selectFrom(table)
    .select(['id', 'object_key as objectKey', 'created_at as at'])
    .where('group_root', '=', groupRoot)
    .$if(named.length > 0, (query) => query.where('id', 'not in', [...named]))
    .orderBy('created_at', 'desc')
    .execute();

export async function deleteUploads(db: DbOrTrx, table: UploadTable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom(table)
      .where('id', 'in', [...ids])
      .execute();
}

import type { Bounds } from '@eyrie/geometry';
import { sql } from 'kysely';
import { inScope, inScopeOrAbove, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { FileColumns, LayerFile } from './layer-columns.ts';
import './layer.schema.ts';

/** Until the transaction ends nobody else adds a layer to the organisation or moves one in its tree. */
export const lockTree = async (trx: DbOrTrx, groupRoot: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`layer:${groupRoot}`}, 0))`.execute(trx);
};

/** All layers of an organisation by oid, with their parents and their places in the order. */
export const treeOf = (
  trx: DbOrTrx,
  groupRoot: string,
): Promise<{ oid: string; parentOID: string | null; position: number }[]> =>
  trx
    .selectFrom('layer')
    .select(['oid', 'parent_oid as parentOID', 'position'])
    .where('group_root', '=', groupRoot)
    .execute();

/** Adds places of files, some thousand with each statement. */
export async function insertFiles(trx: DbOrTrx, oid: string, files: FileColumns): Promise<void> {
  for (const { path, start, length, contentType } of files) {
    const column = (lines: string) => sql`string_to_array(${lines}, E'\\n')`;
    await sql`insert into layer_file (layer_oid, path, start, length, content_type)
      select ${oid}::uuid, * from unnest(${column(path)}::text[], ${column(start)}::bigint[],
        ${column(length)}::int[], ${column(contentType)}::text[])`.execute(trx);
  }
}

/** A layer as far as serving its bytes needs it; undefined out of scope. */
export const servedLayer = (db: DbOrTrx, caller: Scope, oid: string) =>
  db
    .selectFrom('layer')
    .select([
      'oid',
      'group_root as groupRoot',
      'source',
      'address',
      'key_header as keyHeader',
      'access_key as accessKey',
      'object_key as objectKey',
      'source_key as sourceKey',
      'size',
      'min_zoom as minZoom',
      'max_zoom as maxZoom',
    ])
    .select(
      sql<boolean>`exists (select from layer_mosaic mosaic where mosaic.layer_oid = layer.oid
        and mosaic.updated_at > now() - interval '1 day')`.as('grows'),
    )
    .where('oid', '=', oid)
    .where(inScopeOrAbove('layer.group_oid', caller))
    .executeTakeFirst();
export type ServedLayer = NonNullable<Awaited<ReturnType<typeof servedLayer>>>;

/** Terrain of raster tiles that the caller sees, the topmost first. */
export const terrainLayers = (db: DbOrTrx, caller: Scope, most: number) =>
  db
    .selectFrom('layer')
    .select(['oid', 'object_key as objectKey', 'min_zoom as minZoom', 'max_zoom as maxZoom'])
    .select((row) => row.ref('encoding').$castTo<'terrarium' | 'mapbox'>().as('encoding'))
    .where('role', '=', 'terrain')
    .where('source', '<>', 'meshUrl')
    .where(inScopeOrAbove('layer.group_oid', caller))
    .orderBy('position')
    .orderBy('oid')
    .limit(most)
    .execute();
export type TerrainLayer = Awaited<ReturnType<typeof terrainLayers>>[number];

/** Layers that say what stands on the ground, as far as the caller sees them. */
export const surfaceLayers = (db: DbOrTrx, caller: Scope) =>
  db
    .selectFrom('layer')
    .select(['oid', 'name', 'source', 'address', 'object_key as objectKey', 'height_offset as heightOffset'])
    .select(['max_zoom as maxZoom'])
    .select((row) => row.ref('encoding').$castTo<'terrarium' | 'mapbox'>().as('encoding'))
    .select((row) => row.ref('bounds').$castTo<Bounds | null>().as('bounds'))
    .where('role', '=', 'surface')
    .where(inScopeOrAbove('layer.group_oid', caller))
    .orderBy('position')
    .orderBy('oid')
    .execute();
export type SurfaceLayer = Awaited<ReturnType<typeof surfaceLayers>>[number];

/** Which of some layers the caller sees, each with whether it is of the own department or one below. */
export const ownedLayers = (db: DbOrTrx, caller: Scope, oids: readonly string[]) =>
  db
    .selectFrom('layer')
    .select(['oid', inScope('layer.group_oid', caller).as('own')])
    .where('oid', 'in', [...oids])
    .where(inScopeOrAbove('layer.group_oid', caller))
    .execute();

export async function fileAt(db: DbOrTrx, oid: string, path: string): Promise<LayerFile | null> {
  const row = await db
    .selectFrom('layer_file')
    .select(['path', 'start', 'length', 'content_type'])
    .where('layer_oid', '=', oid)
    .where('path', '=', path)
    .executeTakeFirst();
  return row ? { ...row, start: Number(row.start), contentType: row.content_type } : null;
}

/** Files of a layer by their paths, those that there are. */
export async function filesAt(
  db: DbOrTrx,
  oid: string,
  paths: readonly string[],
): Promise<Pick<LayerFile, 'path' | 'start' | 'length'>[]> {
  if (paths.length === 0) return [];
  const rows = await db
    .selectFrom('layer_file')
    .select(['path', 'start', 'length'])
    .where('layer_oid', '=', oid)
    .where('path', 'in', paths)
    .execute();
  return rows.map((row) => ({ ...row, start: Number(row.start) }));
}

/** How often a state that stays the same is written again, ms: not once a tile. */
const WRITE_EVERY = 30_000;

/** Keeps how a source answered last; null: it did. */
export async function recordState(db: DbOrTrx, oid: string, failure: string | null, at: Date): Promise<void> {
  await db
    .updateTable('layer')
    .set({ failure, state_at: at })
    .where('oid', '=', oid)
    .where((where) =>
      where.or([
        where('failure', 'is distinct from', failure),
        where('state_at', 'is', null),
        where('state_at', '<', new Date(at.getTime() - WRITE_EVERY)),
      ]),
    )
    .execute();
}

/** In the order of the oids, upwards from a position. */
export async function setPositions(
  trx: DbOrTrx,
  rows: readonly { oid: string; position: number }[],
): Promise<void> {
  await sql`update layer set position = given.position
    from unnest(${rows.map(({ oid }) => oid)}::uuid[], ${rows.map(({ position }) => position)}::int[])
      as given (oid, position)
    where layer.oid = given.oid`.execute(trx);
}

/** Of those layers that the caller sees. */
export const objectKeys = async (db: DbOrTrx, caller: Scope, oids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('layer')
    .select(['object_key as objectKey', 'source_key as sourceKey'])
    .where('oid', 'in', [...oids])
    .where(inScope('layer.group_oid', caller))
    .execute();
  return rows.flatMap(({ objectKey, sourceKey }) => [objectKey ?? [], sourceKey ?? []].flat());
};

import { limits } from '@eyrie/domain';
import type { Bounds } from '@eyrie/geometry';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { insertFiles, lockTree, treeOf } from './layer.store.ts';
import type { MosaicDrawn } from './mosaic-draw.ts';
import type { ClaimedMosaic } from './mosaic.store.ts';

/** What the map of a flight has become. */
export interface MosaicMade extends MosaicDrawn {
  layerOID: string;
  objectKey: string;
  bounds: Bounds;
  zoom: number;
  minZoom: number;
  at: Date;
}

/** Lays the tiles of a map into its layer, which is made with the first ones. @returns why it was not; null: it was */
export async function keepMosaic(
  trx: DbOrTrx,
  mosaic: ClaimedMosaic,
  made: MosaicMade,
): Promise<'layersFull' | 'removed' | null> {
  const { layerOID, objectKey, size, bounds, zoom, minZoom, at } = made;
  const tiles = {
    object_key: objectKey,
    size: String(size),
    bounds: JSON.stringify(bounds),
    min_zoom: minZoom,
    max_zoom: zoom,
    state_at: at,
  };
  if (mosaic.layerOID === null) {
    await lockTree(trx, mosaic.groupRoot);
    const tree = await treeOf(trx, mosaic.groupRoot);
    if (tree.length >= limits.layer.most) return 'layersFull';
    const position = tree.reduce((top, one) => Math.max(top, one.position), 0) + 1;
    await trx
      .insertInto('layer')
      .values({
        ...tiles,
        oid: layerOID,
        group_root: mosaic.groupRoot,
        group_oid: mosaic.groupOID,
        name: `${mosaic.name.slice(0, 47)} ${at.toISOString().slice(0, 16).replace('T', ' ')}`,
        type: 5,
        source: 'tiles',
        position,
        created_by: mosaic.executorOID,
        created_at: at,
      })
      .execute();
  } else {
    const { numUpdatedRows } = await trx
      .updateTable('layer')
      .set(tiles)
      .where('oid', '=', layerOID)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return 'removed';
    await trx.deleteFrom('layer_file').where('layer_oid', '=', layerOID).execute();
  }
  await insertFiles(trx, layerOID, made.files);
  await trx
    .updateTable('layer_mosaic')
    .set({
      layer_oid: layerOID,
      made: true,
      zoom,
      until: null,
      updated_at: at,
      failure: null,
      attempts: Math.max(0, mosaic.attempts - 1),
    })
    .where('flight_oid', '=', mosaic.flightOID)
    .execute();
  return null;
}

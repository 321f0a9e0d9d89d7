import { buffer } from 'node:stream/consumers';
import {
  decodeHeights,
  heightWithin,
  tileAt,
  unitOf,
  type HeightTile,
  type Place,
  type TileId,
} from '@eyrie/geometry';
import sharp from 'sharp';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LayerServing } from './layer.serving.ts';
import { terrainLayers, type TerrainLayer } from './layer.store.ts';

/** Tiles that one question reads at most; coarser ones are read where finer ones would be more. */
const mostTiles = 64;
/** Milliseconds after which no further tile is asked for: a source that hangs would hold up a save for minutes. */
const readWithin = 5_000;
/** Pixels of one tile at most. */
const mostPixels = 1_024 * 1_024;

const nameOf = ({ z, x, y }: TileId): string => `${z}/${x}/${y}`;

/** The finest zoom at which the places lie on few enough tiles, with those tiles; null where even the coarsest has more. */
const tilesFor = (
  places: readonly Place[],
  { minZoom, maxZoom }: TerrainLayer,
): { zoom: number; tiles: TileId[] } | null => {
  for (let zoom = maxZoom; zoom >= minZoom; zoom -= 1) {
    const tiles = new Map<string, TileId>();
    for (const place of places) {
      const tile = tileAt(place, zoom);
      tiles.set(nameOf(tile), tile);
      if (tiles.size > mostTiles) break;
    }
    if (tiles.size <= mostTiles) return { zoom, tiles: [...tiles.values()] };
  }
  return null;
};

const heightsOf = async (
  { body, status }: BytesAnswer,
  encoding: TerrainLayer['encoding'],
): Promise<HeightTile | null> => {
  if (status !== 200) return null;
  const bytes = body instanceof Uint8Array ? body : await buffer(body);
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== info.height || info.channels !== 4) return null;
  return decodeHeights(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), encoding);
};

/**
 * Metres of the ground above the WGS-84 ellipsoid at each place, by the topmost terrain of raster tiles that the reader sees;
 * NaN where none of its tiles is there or readable. Null: there is no such terrain.
 */
export const createGround =
  ({ db, clock }: Pick<Runtime, 'db' | 'clock'>, serving: Pick<LayerServing, 'tile'>) =>
  async (scope: Scope, places: readonly Place[]): Promise<Float32Array | null> => {
    const [layer] = await terrainLayers(db, scope);
    const wanted = layer && tilesFor(places, layer);
    if (!layer || !wanted) return null;
    const read = async ({ z, x, y }: TileId): Promise<HeightTile | null> => {
      try {
        const at = { z: String(z), x: String(x), y: String(y) };
        return await heightsOf(await serving.tile(scope, layer.oid, at), layer.encoding);
      } catch {
        // A source that fails is marked by whoever serves it; here its ground is not known.
        return null;
      }
    };
    const tiles = new Map<string, HeightTile | null>();
    const end = clock.mono() + readWithin;
    for (const tile of wanted.tiles) tiles.set(nameOf(tile), clock.mono() < end ? await read(tile) : null);
    return Float32Array.from(places, (place) => {
      const found = tileAt(place, wanted.zoom);
      const tile = tiles.get(nameOf(found));
      if (!tile) return Number.NaN;
      const { x, y } = unitOf(place);
      return heightWithin(tile, x * 2 ** wanted.zoom - found.x, y * 2 ** wanted.zoom - found.y);
    });
  };

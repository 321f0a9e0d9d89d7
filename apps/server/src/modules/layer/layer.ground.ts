import { buffer } from 'node:stream/consumers';
import { limits } from '@eyrie/domain';
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
import { Refusal } from '../../platform/http/refusal.ts';
import { markOf, recordContent, type ReadMarks } from './layer-content.store.ts';
import { terrainLayers, type TerrainLayer } from './layer.store.ts';

/** Tiles that one question reads at most; coarser ones are read where finer ones would be more. */
const mostTiles = 64;
/** Tiles that one question reads at the same time, of as many as one source is asked for. */
const tilesAtOnce = 4;
/** Layers that one question asks at most, the topmost first. */
const mostLayers = 8;
/** Milliseconds after which no further tile is asked for: a source that hangs would hold up a save for minutes. All layers together. */
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

const bytesOf = async ({ body, status }: BytesAnswer): Promise<Uint8Array | null> => {
  if (status !== 200) return null;
  return body instanceof Uint8Array ? body : buffer(body);
};

const heightsOf = async (
  bytes: Uint8Array,
  encoding: TerrainLayer['encoding'],
): Promise<HeightTile | null> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== info.height || info.channels !== 4) return null;
  return decodeHeights(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), encoding);
};

type ReadTile = (layer: TerrainLayer, tile: TileId) => Promise<HeightTile | null>;

/** Fills in heights that are still unknown from one layer. @returns whether any are left */
async function fillFrom(
  layer: TerrainLayer,
  [places, heights]: readonly [readonly Place[], Float32Array],
  read: ReadTile,
): Promise<boolean> {
  const open = places.flatMap((place, at) => (Number.isNaN(heights[at]) ? [{ place, at }] : []));
  const wanted = tilesFor(
    open.map(({ place }) => place),
    layer,
  );
  if (!wanted) return true;
  const tiles = new Map<string, HeightTile | null>();
  // Some at a time: one after the other a far server would not be through with them in time.
  for (let first = 0; first < wanted.tiles.length; first += tilesAtOnce)
    await Promise.all(
      wanted.tiles
        .slice(first, first + tilesAtOnce)
        .map(async (tile) => tiles.set(nameOf(tile), await read(layer, tile))),
    );
  let left = false;
  for (const { place, at } of open) {
    const found = tileAt(place, wanted.zoom);
    const tile = tiles.get(nameOf(found));
    const { x, y } = unitOf(place);
    const height = tile
      ? heightWithin(tile, x * 2 ** wanted.zoom - found.x, y * 2 ** wanted.zoom - found.y)
      : Number.NaN;
    heights[at] = height;
    left ||= Number.isNaN(height);
  }
  return left;
}

const isAbsent = (error: unknown): boolean => error instanceof Refusal && error.reason === 'notFound';

/**
 * Metres of the ground above the WGS-84 ellipsoid at each place, by the terrain of raster tiles that the reader sees: the topmost
 * layer that knows a place decides, those below fill in what it leaves open. NaN where none of them has a readable tile. Null:
 * there is no such terrain.
 */
export const createGround =
  ({ db, clock }: Pick<Runtime, 'db' | 'clock'>, serving: Pick<LayerServing, 'tile'>) =>
  async (
    scope: Scope,
    places: readonly Place[],
    /** Told of each layer that did not answer. */
    lost: (oid: string) => void = () => undefined,
  ): Promise<Float32Array | null> => {
    const layers = await terrainLayers(db, scope, mostLayers);
    if (layers.length === 0) return null;
    const end = clock.mono() + readWithin;
    const marks = new Map(layers.map(({ oid }): [string, ReadMarks] => [oid, new Map()]));
    const read: ReadTile = async ({ oid, encoding, objectKey }, { z, x, y }) => {
      if (clock.mono() >= end) {
        lost(oid);
        return null;
      }
      try {
        const at = { z: String(z), x: String(x), y: String(y), within: limits.layer.keptForVerdicts };
        const bytes = await bytesOf(await serving.tile(scope, oid, at));
        if (objectKey === null) marks.get(oid)?.set(`${z}/${x}/${y}`, markOf(bytes));
        return bytes && (await heightsOf(bytes, encoding));
      } catch (error) {
        // A source that fails is marked by whoever serves it; here its ground is not known.
        if (!isAbsent(error)) lost(oid);
        return null;
      }
    };
    const heights = new Float32Array(places.length).fill(Number.NaN);
    for (const layer of layers) if (!(await fillFrom(layer, [places, heights], read))) break;
    for (const [oid, own] of marks) await recordContent(db, oid, own);
    return heights;
  };

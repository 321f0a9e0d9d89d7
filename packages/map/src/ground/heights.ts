import type { Place } from '@eyrie/geometry';
import type { Terrain } from '../contract.ts';
import { tileAddress, tileAt, touches, unitOf, type TileId } from './tile-grid.ts';

/** Heights of one tile in metres, rows from the north. */
export interface HeightTile {
  readonly size: number;
  readonly heights: Float32Array;
}

/** Decoded tiles kept; 256 × 256 heights are 0.26 MB each. */
const mostTiles = 160;
/** Milliseconds until a tile that did not come is asked for again. */
const againAfter = 15_000;

/**
 * Metres from the colours of a tile of heights. terrarium: red · 256 + green + blue / 256 − 32768.
 * mapbox: (red · 65536 + green · 256 + blue) / 10 − 10000. `pixels` are RGBA of a square.
 */
export const decodeHeights = (pixels: Uint8ClampedArray, encoding: 'terrarium' | 'mapbox'): HeightTile => {
  const count = pixels.length / 4;
  const heights = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const [red = 0, green = 0, blue = 0] = [pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]];
    heights[at] =
      encoding === 'terrarium'
        ? red * 256 + green + blue / 256 - 32_768
        : (red * 65_536 + green * 256 + blue) / 10 - 10_000;
  }
  return { size: Math.round(Math.sqrt(count)), heights };
};

/** Height at a place of a tile by its four neighbours; `x`, `y` from 0 to 1 from its north-western corner. */
export const heightWithin = ({ size, heights }: HeightTile, x: number, y: number): number => {
  const [column, row] = [x, y].map((share) => Math.min(size - 1, Math.max(0, share * size - 0.5))) as [
    number,
    number,
  ];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, bottom] = [Math.min(size - 1, left + 1), Math.min(size - 1, top + 1)];
  const at = (r: number, c: number) => heights[r * size + c] ?? Number.NaN;
  const upper = at(top, left) + (at(top, right) - at(top, left)) * (column - left);
  const lower = at(bottom, left) + (at(bottom, right) - at(bottom, left)) * (column - left);
  return upper + (lower - upper) * (row - top);
};

/** Fetches and decodes one tile. Rejects when it does not come or is no picture. */
const fetchTile = async (terrain: Terrain, tile: TileId, signal: AbortSignal): Promise<HeightTile> => {
  const answer = await fetch(tileAddress(terrain.url, tile), { signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  // Colours are figures here: nothing may correct them.
  const picture = await createImageBitmap(await answer.blob(), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  });
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('This browser gives no drawing surface for heights');
  pen.drawImage(picture, 0, 0);
  picture.close();
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return decodeHeights(data, terrain.encoding === 'mapbox' ? 'mapbox' : 'terrarium');
};

export interface HeightSource {
  /** Null where no tile has come, also outside the terrain; never zero for unknown. Asks for nothing. */
  heightAt(place: Place): number | null;
  /** The tile, fetched once; null where there is none or it did not come. */
  tile(tile: TileId): Promise<HeightTile | null>;
  has(tile: TileId): boolean;
  /** Fetches the finest tiles at these places. */
  load(places: readonly Place[]): Promise<void>;
  readonly minZoom: number;
  readonly maxZoom: number;
  dispose(): void;
}

const nameOf = ({ z, x, y }: TileId): string => `${z}/${x}/${y}`;

/** Heights of the ground from raster tiles, independent of what draws them. */
export const createHeightSource = (terrain: Terrain, get = fetchTile): HeightSource => {
  const [minZoom, maxZoom] = [terrain.minZoom ?? 0, terrain.maxZoom ?? 14];
  const ending = new AbortController();
  const loaded = new Map<string, HeightTile>();
  const asked = new Map<string, Promise<HeightTile | null>>();
  const has = (tile: TileId) =>
    tile.z >= minZoom && tile.z <= maxZoom && (!terrain.bounds || touches(tile, terrain.bounds));
  const keep = (name: string, tile: HeightTile) => {
    loaded.set(name, tile);
    const [oldest] = loaded.keys();
    if (loaded.size <= mostTiles || oldest === undefined) return;
    loaded.delete(oldest);
    asked.delete(oldest);
  };
  const tile = (wanted: TileId): Promise<HeightTile | null> => {
    const name = nameOf(wanted);
    const known = asked.get(name);
    if (known) return known;
    if (!has(wanted) || ending.signal.aborted) return Promise.resolve(null);
    const coming = get(terrain, wanted, ending.signal).then(
      (came) => {
        keep(name, came);
        return came;
      },
      () => {
        setTimeout(() => asked.delete(name), againAfter);
        return null;
      },
    );
    asked.set(name, coming);
    return coming;
  };
  return {
    minZoom,
    maxZoom,
    has,
    tile,
    heightAt: (place) => {
      for (let z = maxZoom; z >= minZoom; z -= 1) {
        const found = tileAt(place, z);
        const came = loaded.get(nameOf(found));
        if (!came) continue;
        const { x, y } = unitOf(place);
        return heightWithin(came, x * 2 ** z - found.x, y * 2 ** z - found.y);
      }
      return null;
    },
    load: async (places) => {
      const tiles = new Map(places.map((place) => tileAt(place, maxZoom)).map((one) => [nameOf(one), one]));
      await Promise.all([...tiles.values()].slice(0, mostTiles).map(tile));
    },
    dispose: () => {
      ending.abort();
      loaded.clear();
      asked.clear();
    },
  };
};

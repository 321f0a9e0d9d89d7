import {
  decodeHeights,
  heightWithin,
  tileAddress,
  tileAt,
  touches,
  unitOf,
  type HeightTile,
  type Place,
  type TileId,
} from '@eyrie/geometry';
import type { Terrain } from '../contract.ts';
import { proofFor } from '../tile-proof.ts';

/** Decoded tiles kept; 256 × 256 heights are 0.26 MB each. */
const mostTiles = 160;
/** Milliseconds until a tile that did not come is asked for again. */
const againAfter = 15_000;

/** Fetches and decodes one tile. Rejects when it does not come or is no picture. */
const fetchTile = async (terrain: Terrain, tile: TileId, signal: AbortSignal): Promise<HeightTile> => {
  const address = tileAddress(terrain.url, tile);
  const answer = await fetch(address, { signal, headers: proofFor(address) });
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

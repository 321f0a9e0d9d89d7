import { buffer } from 'node:stream/consumers';
import { setImmediate as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { limits, type layerCalls, type ParsedRequestOf, type ResponseOf } from '@eyrie/domain';
import {
  differenceNet,
  heightDifference,
  heightWithin,
  tileAt,
  unitOf,
  type Bounds,
  type DifferenceNet,
  type HeightTile,
  type Place,
} from '@eyrie/geometry';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { LayerDeps } from './layer.deps.ts';
import { surfaceModel, type SurfaceModel } from './layer-difference.store.ts';
import { fileAt, servedLayer } from './layer.store.ts';

type Asked = ParsedRequestOf<typeof layerCalls.difference>;
type Answer = ResponseOf<typeof layerCalls.difference>;

const unpack = promisify(inflate);
const side = 256;
/** Places that are looked up in one go. */
const atOnce = 4_000;

/** The box that both lie in, as an outline; null where they have nothing in common. */
const commonRing = (one: Bounds, other: Bounds): Place[] | null => {
  const box = {
    west: Math.max(one.west, other.west),
    south: Math.max(one.south, other.south),
    east: Math.min(one.east, other.east),
    north: Math.min(one.north, other.north),
  };
  if (box.west >= box.east || box.south >= box.north) return null;
  const { west, south, east, north } = box;
  return [
    { lng: west, lat: south },
    { lng: east, lat: south },
    { lng: east, lat: north },
    { lng: west, lat: north },
  ];
};

const boxOf = (ring: readonly Place[]): Bounds => ({
  west: Math.min(...ring.map(({ lng }) => lng)),
  south: Math.min(...ring.map(({ lat }) => lat)),
  east: Math.max(...ring.map(({ lng }) => lng)),
  north: Math.max(...ring.map(({ lat }) => lat)),
});

/** The finest level at which a box lies on few enough tiles. */
const zoomFor = ({ minZoom, maxZoom }: SurfaceModel, box: Bounds): number => {
  for (let zoom = maxZoom; zoom > minZoom; zoom -= 1) {
    const [first, last] = [
      tileAt({ lng: box.west, lat: box.north }, zoom),
      tileAt({ lng: box.east, lat: box.south }, zoom),
    ];
    if ((last.x - first.x + 1) * (last.y - first.y + 1) <= limits.layer.differenceTiles) return zoom;
  }
  return minZoom;
};

/** Metres of one pixel of a level at a latitude. */
const metresOf = (zoom: number, lat: number): number =>
  (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom / side;

/** Compares surface models that a caller sees. */
export function createDifference({ runtime, objects }: Pick<LayerDeps, 'runtime' | 'objects'>) {
  const { db } = runtime;

  /** @throws Refusal notFound for what the caller does not see, layerNoSurface for what is no surface model with tiles */
  const modelOf = async (caller: Scope, oid: string): Promise<SurfaceModel> => {
    const model = await surfaceModel(db, caller, oid);
    if (model) return model;
    if (!(await servedLayer(db, caller, oid))) throw notFound();
    throw new Refusal('layerNoSurface');
  };

  const readTile = async ({ oid, objectKey }: SurfaceModel, name: string): Promise<HeightTile | null> => {
    const file = await fileAt(db, oid, `h/${name}`);
    if (!file) return null;
    const found = await objects.get(objectKey, { start: file.start, end: file.start + file.length - 1 });
    if (!found) throw notFound();
    const most = side * side * 4;
    const bytes = await unpack(await buffer(found.stream), { maxOutputLength: most });
    return { size: side, heights: new Float32Array(new Uint8Array(bytes).buffer) };
  };

  /** Heights of a model at the cells of a net that lie within its outline. */
  const heightsOf = async (model: SurfaceModel, zoom: number, net: DifferenceNet): Promise<Float32Array> => {
    const heights = new Float32Array(net.places.length).fill(Number.NaN);
    const tiles = new Map<string, HeightTile | null>();
    for (const [at, place] of net.places.entries()) {
      // The loop that carries orders goes on in between.
      if (at % atOnce === 0) await pause();
      if (net.within[at] === 0) continue;
      const { x: column, y: row } = tileAt(place, zoom);
      const name = `${zoom}/${column}/${row}`;
      let tile = tiles.get(name);
      if (tile === undefined) {
        tile = await readTile(model, name);
        tiles.set(name, tile);
      }
      if (!tile) continue;
      const { x, y } = unitOf(place);
      heights[at] = heightWithin(tile, x * 2 ** zoom - column, y * 2 ** zoom - row);
    }
    return heights;
  };

  return async (caller: Scope, { olderOID, newerOID, ring }: Asked): Promise<Answer> => {
    const [older, newer] = [await modelOf(caller, olderOID), await modelOf(caller, newerOID)];
    const outline = ring ?? commonRing(older.bounds, newer.bounds);
    if (!outline) throw new Refusal('layerNoSurface');
    const box = boxOf(outline);
    const zooms = [zoomFor(older, box), zoomFor(newer, box)] as const;
    const resolution = metresOf(Math.min(...zooms), (box.south + box.north) / 2);
    const net = differenceNet(outline, limits.layer.differenceCells, resolution);
    const found = heightDifference(
      net,
      await heightsOf(older, zooms[0], net),
      await heightsOf(newer, zooms[1], net),
    );
    const { values, ...measured } = found;
    return {
      ...measured,
      columns: net.columns,
      rows: net.rows,
      cell: net.cell,
      bounds: net.bounds,
      values: Buffer.from(values.buffer).toString('base64'),
    };
  };
}

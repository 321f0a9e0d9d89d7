import { setImmediate as pause } from 'node:timers/promises';
import { limits, type layerCalls, type ParsedRequestOf, type ResponseOf } from '@eyrie/domain';
import {
  differenceNet,
  heightDifference,
  heightWithin,
  tileAt,
  unitOf,
  type Bounds,
  type DifferenceNet,
  type Place,
} from '@eyrie/geometry';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Scope } from '../../platform/list/index.ts';
import { readHeightTiles, tileSide } from './height-tiles.ts';
import type { LayerDeps } from './layer.deps.ts';
import { surfaceModel, type SurfaceModel } from './layer-difference.store.ts';
import { servedLayer } from './layer.store.ts';

type Asked = ParsedRequestOf<typeof layerCalls.difference>;
type Answer = ResponseOf<typeof layerCalls.difference>;

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
  (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom / tileSide;

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

  /** Heights of a model at the cells of a net that lie within its outline. */
  const heightsOf = async (model: SurfaceModel, zoom: number, net: DifferenceNet): Promise<Float32Array> => {
    const count = net.places.length;
    const heights = new Float32Array(count).fill(Number.NaN);
    /** Of each cell, where among the names its tile stands. */
    const tileOf = new Int32Array(count).fill(-1);
    const names = new Map<string, number>();
    const across = 2 ** zoom;
    for (let at = 0; at < count; at += 1) {
      // The loop that carries orders goes on in between.
      if (at % atOnce === 0) await pause();
      if (net.within[at] === 0) continue;
      const { x, y } = tileAt(net.places[at] as Place, zoom);
      const name = `${zoom}/${x}/${y}`;
      const known = names.get(name) ?? names.size;
      if (known === names.size) names.set(name, known);
      tileOf[at] = known;
    }
    const read = await readHeightTiles({ db, objects }, model, [...names.keys()]);
    const tiles = [...names.keys()].map((name) => read.get(name));
    for (let at = 0; at < count; at += 1) {
      if (at % atOnce === 0) await pause();
      const tile = tiles[tileOf[at] as number];
      if (!tile) continue;
      const place = net.places[at] as Place;
      const { x: column, y: row } = tileAt(place, zoom);
      const { x, y } = unitOf(place);
      heights[at] = heightWithin(tile, x * across - column, y * across - row);
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
      ...(await Promise.all([heightsOf(older, zooms[0], net), heightsOf(newer, zooms[1], net)])),
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

import { unitOf, type Bounds } from '@eyrie/geometry';
import { markerStates, type MarkerStyle, type Thing } from '../contract.ts';

/** Above this many things of a layer they are drawn in one go, and bundled where they would lie on each other. */
export const manyFrom = 500;
/** CSS pixels of a bundle's square. */
const cell = 64;
/** Zoom from which every thing stands for itself. */
export const alone = 15;
/** Of fewer than `manyFrom`, those that stand are bundled too in an overview where there are more than these. */
export const fewFrom = 12;
/** The same: zoom from which they stand for themselves. */
export const fewAlone = 11;

/** Worst last: what needs a person is never hidden under what does not. */
const rank: Readonly<Record<MarkerStyle, number>> = {
  offline: 0,
  live: 1,
  working: 2,
  attention: 3,
  alarm: 4,
};
const byRank = markerStates.toSorted((one, other) => rank[one] - rank[other]);

export interface Cluster {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
  /** Worst state or sign of those in it, and how many have it. */
  readonly look: MarkerStyle;
  readonly worst: number;
  /** Around its members. */
  readonly bounds: Bounds;
}

/** Rank of a thing by its state or its sign, whichever is worse. */
const rankOf = ({ look, sign }: Thing): number => Math.max(rank[look], sign ? rank[sign] : 0);

interface Bundle {
  lng: number;
  lat: number;
  count: number;
  worst: number;
  ofWorst: number;
  first: Thing;
  bounds: { west: number; south: number; east: number; north: number };
}

const bundleOf = (first: Thing): Bundle => {
  const { lng, lat } = first;
  const bounds = { west: lng, south: lat, east: lng, north: lat };
  return { lng: 0, lat: 0, count: 0, worst: -1, ofWorst: 0, first, bounds };
};

const join = (bundle: Bundle, thing: Thing): void => {
  const { lng, lat } = thing;
  const own = rankOf(thing);
  bundle.lng += lng;
  bundle.lat += lat;
  bundle.count += 1;
  bundle.ofWorst = own > bundle.worst ? 1 : bundle.ofWorst + (own === bundle.worst ? 1 : 0);
  bundle.worst = Math.max(bundle.worst, own);
  const { bounds } = bundle;
  // A square ends at the antimeridian, so no bundle reaches over it.
  bounds.west = Math.min(bounds.west, lng);
  bounds.east = Math.max(bounds.east, lng);
  bounds.south = Math.min(bounds.south, lat);
  bounds.north = Math.max(bounds.north, lat);
};

/**
 * Bundles the things of a layer by squares of the screen at a whole zoom, so that a bundle keeps its place while the map is
 * moved. A thing that is alone in its square stays itself.
 */
export const clusterThings = (
  things: readonly Thing[],
  zoom: number,
): { readonly singles: readonly Thing[]; readonly clusters: readonly Cluster[] } => {
  const level = Math.floor(zoom);
  if (level >= alone) return { singles: things, clusters: [] };
  const across = (512 * 2 ** level) / cell;
  const steps = (across * 4) / 360;
  const bundles = new Map<number, Bundle>();
  for (const thing of things) {
    const { x, y } = unitOf(thing);
    const key = Math.floor(y * across) * across + Math.floor(x * across);
    const bundle = bundles.get(key) ?? bundleOf(thing);
    bundles.set(key, bundle);
    join(bundle, thing);
  }
  const singles: Thing[] = [];
  const clusters: Cluster[] = [];
  for (const [key, { lng, lat, count, worst, ofWorst, first, bounds }] of bundles)
    if (count === 1) singles.push(first);
    else
      clusters.push({
        id: `${level}/${key}`,
        // In steps of a quarter of its square: it does not tremble with every report of those in it.
        lng: Math.round((lng / count) * steps) / steps,
        lat: Math.round((lat / count) * steps) / steps,
        count,
        look: byRank[worst] ?? 'offline',
        worst: ofWorst,
        bounds,
      });
  return { singles, clusters };
};

/**
 * The things of a layer as they are shown at a zoom. Where they are few, only a wide overview bundles, and only what stands:
 * an aircraft that flies near its dock is seen beside it.
 */
export const bundled = (things: readonly Thing[], zoom: number): ReturnType<typeof clusterThings> => {
  if (things.length > manyFrom) return clusterThings(things, zoom);
  if (things.length <= fewFrom || zoom >= fewAlone) return { singles: things, clusters: [] };
  const stands = ({ plate = false, badge }: Thing): boolean => plate && badge === undefined;
  const standing = things.filter(stands);
  if (standing.length <= fewFrom) return { singles: things, clusters: [] };
  const { singles, clusters } = clusterThings(standing, zoom);
  return { singles: [...singles, ...things.filter((thing) => !stands(thing))], clusters };
};

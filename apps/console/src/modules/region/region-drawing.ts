import {
  holdsWithin,
  shapeOfGeometry,
  type DrawnRegion,
  type RegionKind,
  type ShownRegion,
} from '@eyrie/domain';
import { coverOf, placesOf, type Place, type RegionShape } from '@eyrie/geometry';
import type { Hatch, Line, MapHost, MarkerStyle, Polygon, Thing } from '@eyrie/map';

/** What a region means, as a sign: colours are people's own. */
export const kindSigns: Readonly<Record<RegionKind, string>> = {
  note: '',
  keepIn: '▣',
  noFly: '⊘',
  noLanding: '⤓',
  alternateLanding: 'A',
};

/** Patterns, so that a kind is seen without its colour; a note means nothing for a flight and has none. */
export const kindHatches: Readonly<Partial<Record<RegionKind, Hatch>>> = {
  keepIn: 'dots',
  noFly: 'cross',
  noLanding: 'horizontal',
  alternateLanding: 'diagonal',
};

/** States that the signs of kinds are coloured by. */
const kindLooks: Readonly<Record<RegionKind, MarkerStyle>> = {
  note: 'offline',
  keepIn: 'attention',
  noFly: 'alarm',
  noLanding: 'attention',
  alternateLanding: 'live',
};

const fills: Readonly<Record<RegionKind, number>> = {
  note: 0.12,
  keepIn: 0.04,
  noFly: 0.28,
  noLanding: 0.16,
  alternateLanding: 0.12,
};

/** `#RRGGBB` of a colour that may have an opacity behind it. */
export const plainColour = (colour: string): string => colour.slice(0, 7);

const middleOf = (places: readonly Place[]): Place | null => {
  const [first] = places;
  if (!first) return null;
  const wests = places.map(({ lng }) => lng);
  const lats = places.map(({ lat }) => lat);
  // Spreading is fine: no answer has more places than a call takes arguments, and the box is what is wanted.
  const [west, east] = [wests.reduce((a, b) => Math.min(a, b)), wests.reduce((a, b) => Math.max(a, b))];
  const [south, north] = [lats.reduce((a, b) => Math.min(a, b)), lats.reduce((a, b) => Math.max(a, b))];
  return east - west > 180 ? first : { lng: (west + east) / 2, lat: (south + north) / 2 };
};

/** Where a shape is named: a line at its first place, an area in its middle. */
export const labelPlace = (shape: RegionShape): Place | null =>
  shape.type === 'line' || shape.type === 'corridor' ? (shape.path[0] ?? null) : middleOf(placesOf(shape));

export interface RegionDrawing {
  polygons: Polygon[];
  lines: Line[];
  signs: Thing[];
}

type Heights = Pick<ShownRegion, 'floor' | 'ceiling' | 'heightReference' | 'seaLevel'>;
type Drawable = Pick<DrawnRegion, 'oid' | 'name' | 'colour' | 'kind'> & Partial<Heights>;

/**
 * Heights of a region as a body on the globe. Without an upper end, or over a sea whose level is not known, it is painted
 * on the ground.
 */
const bandOf = (heights: Partial<Heights>): Polygon['band'] => {
  const { floor = null, ceiling = null, heightReference, seaLevel = null } = heights;
  if (ceiling === null || ceiling <= (floor ?? Number.NEGATIVE_INFINITY)) return undefined;
  if (heightReference === 'ground') return { from: floor, to: ceiling, over: 'ground' };
  if (seaLevel === null) return undefined;
  const from = floor === null ? null : floor + seaLevel;
  return { from, to: ceiling + seaLevel, over: 'ellipsoid' };
};

/** A shape in the look of its kind; one that is not in force is dashed and pale. */
export const drawingOf = (region: Drawable, shape: RegionShape, inForce: boolean): RegionDrawing => {
  const { oid: id, name, kind } = region;
  const colour = plainColour(region.colour);
  const fill = inForce ? fills[kind] : 0.04;
  const cover = coverOf(shape);
  const hatch = kindHatches[kind];
  const band = bandOf(region);
  const look = { tone: 'accent', colour, dashed: !inForce || kind === 'keepIn' } as const;
  const edge = { ...look, width: kind === 'noFly' ? 3 : 2 };
  const edges = cover.flat().map((ring): Line => ({ id, ...edge, path: [...ring, ...ring.slice(0, 1)] }));
  const line: Line[] = 'path' in shape ? [{ id, ...look, width: 3, path: shape.path }] : [];
  const at = labelPlace(shape);
  const sign = kindSigns[kind];
  const marks: Thing[] = at
    ? [
        {
          id,
          ...at,
          look: kindLooks[kind],
          hexagon: kind === 'alternateLanding',
          ghost: !inForce,
          label: name,
          ...(sign === '' ? {} : { badge: sign }),
        },
      ]
    : [];
  return {
    polygons: cover.map((rings) => ({
      id,
      rings,
      tone: 'accent',
      colour,
      fill,
      ...(hatch ? { hatch } : {}),
      ...(band ? { band } : {}),
    })),
    lines: [...edges, ...line],
    signs: marks,
  };
};

/** Everything that is drawn of regions at a moment. */
export const drawingsOf = (
  regions: readonly (DrawnRegion & Partial<Heights>)[],
  at: number,
): RegionDrawing => {
  const all = regions.map((region) =>
    drawingOf(
      region,
      shapeOfGeometry(region.geometry, region),
      region.enabled && holdsWithin(region, at, at),
    ),
  );
  return {
    polygons: all.flatMap(({ polygons }) => polygons),
    lines: all.flatMap(({ lines }) => lines),
    signs: all.flatMap(({ signs }) => signs),
  };
};

const nothing: RegionDrawing = { polygons: [], lines: [], signs: [] };

/** Layers for drawings; the signs lie on top. */
export const addRegionLayers = (host: MapHost, id: string) => {
  const areas = host.addPolygons(`${id}-areas`, []);
  const edges = host.addLines(`${id}-edges`, []);
  const signs = host.addThings(id, []);
  return {
    set: ({ polygons, lines, signs: marks }: RegionDrawing = nothing): void => {
      areas.set(polygons);
      edges.set(lines);
      signs.set(marks);
    },
    select: (oid: string | null): void => signs.select(oid),
    dispose: (): void => [signs, edges, areas].forEach((layer) => layer.dispose()),
  };
};

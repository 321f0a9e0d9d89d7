import {
  drawnGeometry,
  shapeOfGeometry,
  type DrawnGeometry,
  type RegionRecord,
  type RegionShapeName,
} from '@eyrie/domain';
import { shapeFault, shapeMeasures, type Place, type ShapeFault, type ShapeMeasures } from '@eyrie/geometry';
import type { DrawKind, DrawnShape } from '@eyrie/map';

/** What is being drawn: its places, of a polygon the edge first and then holes, and what it is wide. Metres. */
export interface ShapeState {
  shape: RegionShapeName;
  rings: readonly (readonly Place[])[];
  radius: number | null;
  width: number | null;
}

const usualRadius = 100;
const usualWidth = 50;

export const emptyShape = (shape: RegionShapeName): ShapeState => ({
  shape,
  rings: [[]],
  radius: shape === 'circle' ? usualRadius : null,
  width: shape === 'corridor' ? usualWidth : null,
});

/** With which gesture a shape is drawn. */
export const drawKindOf = (shape: RegionShapeName): DrawKind => (shape === 'corridor' ? 'line' : shape);

const placeOf = ([lng = NaN, lat = NaN]: readonly number[]): Place => ({ lng, lat });
const pairOf = ({ lng, lat }: Place): number[] => [lng, lat];

const ringsOf = (geometry: DrawnGeometry): Place[][] => {
  if (geometry.type === 'Point') return [[placeOf(geometry.coordinates)]];
  if (geometry.type === 'LineString') return [geometry.coordinates.map(placeOf)];
  return geometry.coordinates.map((ring) => {
    const places = ring.map(placeOf);
    const [first, last] = [places[0], places.at(-1)];
    const closed = first && last && places.length > 1 && first.lng === last.lng && first.lat === last.lat;
    return closed ? places.slice(0, -1) : places;
  });
};

export const shapeOfRecord = (
  record: Pick<RegionRecord, 'shape' | 'geometry' | 'radius' | 'width'>,
): ShapeState => ({
  shape: record.shape,
  rings: record.geometry ? ringsOf(record.geometry) : [[]],
  radius: record.radius,
  width: record.width,
});

/** Null: no place yet. */
export const geometryOf = ({ shape, rings }: ShapeState): DrawnGeometry | null => {
  const [edge = []] = rings;
  const [first] = edge;
  if (!first) return null;
  if (shape === 'point' || shape === 'circle') return { type: 'Point', coordinates: pairOf(first) };
  if (shape === 'line' || shape === 'corridor') return { type: 'LineString', coordinates: edge.map(pairOf) };
  return {
    type: 'Polygon',
    coordinates: rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(pairOf)),
  };
};

/** A gesture on the map; holes stay as they are. */
export const drawn = (state: ShapeState, { places, radius }: DrawnShape): ShapeState => ({
  ...state,
  rings: [places, ...state.rings.slice(1)],
  radius: radius ?? state.radius,
});

/** What the map shows handles of. */
export const handlesOf = ({ shape, rings, radius }: ShapeState): DrawnShape | null => {
  const [places = []] = rings;
  if (places.length === 0) return null;
  return { type: drawKindOf(shape), places, ...(radius === null ? {} : { radius }) };
};

const edgeOf = ({ rings }: ShapeState): Place[] => [...(rings[0] ?? [])];
const withEdge = (state: ShapeState, edge: readonly Place[]): ShapeState => ({
  ...state,
  rings: [edge, ...state.rings.slice(1)],
});

export const movePlace = (state: ShapeState, at: number, place: Place): ShapeState =>
  withEdge(state, edgeOf(state).with(at, place));

export const removePlace = (state: ShapeState, at: number): ShapeState =>
  withEdge(state, edgeOf(state).toSpliced(at, 1));

/** A further place: half way to the next one, or where the map looks when there is none. */
export const insertAfter = (state: ShapeState, at: number, otherwise: Place): ShapeState => {
  const edge = edgeOf(state);
  const here = edge[at];
  const next = edge[at + 1] ?? (edge.length > 2 && state.shape === 'polygon' ? edge[0] : undefined);
  const middle =
    here && next ? { lng: (here.lng + next.lng) / 2, lat: (here.lat + next.lat) / 2 } : otherwise;
  return withEdge(state, edge.toSpliced(at + 1, 0, middle));
};

/** GeoJSON that somebody pasted: the first geometry in it; null where there is none that can be drawn. */
export const shapeOfText = (text: string): ShapeState | null => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const feature = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return null;
    const { features, geometry } = value as { features?: unknown; geometry?: unknown };
    if (Array.isArray(features)) return feature(features[0]);
    return geometry ?? value;
  };
  const found = drawnGeometry.safeParse(feature(read));
  if (!found.success) return null;
  const shape = { Point: 'point', LineString: 'line', Polygon: 'polygon' } as const;
  return { ...emptyShape(shape[found.data.type]), rings: ringsOf(found.data) };
};

export interface Judged {
  fault: ShapeFault | null;
  measures: ShapeMeasures | null;
}

/** What is wrong with a shape, else what it measures; neither before there is one. */
export const checkShape = (state: ShapeState): Judged => {
  const geometry = geometryOf(state);
  if (!geometry) return { fault: null, measures: null };
  const shape = shapeOfGeometry(geometry, state);
  const fault = shapeFault(shape);
  return { fault, measures: fault ? null : shapeMeasures(shape) };
};

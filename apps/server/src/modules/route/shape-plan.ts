import {
  limits,
  type PlanHeightMode,
  type PlanPoint,
  type PointFile,
  type RoutePlan,
  type RouteRow,
} from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import type { FileRow } from '../../platform/vector-file/index.ts';

type Position = readonly number[];
const mostShown = 200;
const { rings: mostRings, places: mostPlaces, heightMin, heightMax } = limits.route.plan;

/** Collects what is wrong with the shapes of a file, by the place of each. */
class ShapeFaults {
  readonly rows: RouteRow[] = [];
  count = 0;

  add(row: number, column: string, value: string, reason: string): void {
    this.count += 1;
    if (this.rows.length < mostShown)
      this.rows.push({ row: row + 1, column, value: value.slice(0, 60), reason });
  }

  /** A place on the Earth, or null. */
  place(position: Position, row: number): { lng: number; lat: number } | null {
    const [lng = Number.NaN, lat = Number.NaN] = position;
    const [east, north] = [Math.abs(lng) <= 180, Math.abs(lat) <= 90];
    if (!east) this.add(row, 'lng', String(lng), 'outOfRange');
    if (!north) this.add(row, 'lat', String(lat), 'outOfRange');
    return east && north ? { lng, lat } : null;
  }
}

const positionsOf = ({ geometry }: FileRow): Position[] => {
  if (!geometry) return [];
  if (geometry.type === 'Point') return [geometry.coordinates];
  return geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates.flat();
};

const turned = (position: Position): Position => {
  const [first = Number.NaN, second = Number.NaN, ...rest] = position;
  return [second, first, ...rest];
};

/** The file with longitude and latitude exchanged. */
function exchanged(row: FileRow): FileRow {
  const { geometry } = row;
  if (!geometry) return row;
  const change = (value: unknown): unknown =>
    Array.isArray(value)
      ? typeof value[0] === 'number'
        ? turned(value as number[])
        : value.map(change)
      : value;
  return {
    ...row,
    geometry: { ...geometry, coordinates: change(geometry.coordinates) } as FileRow['geometry'],
  };
}

/** Some place is none as it stands, and every place is one the other way round. */
function looksSwapped(rows: readonly FileRow[]): boolean {
  const all = rows.flatMap(positionsOf);
  const lies = ([lng = 0, lat = 0]: Position): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
  return all.some((one) => !lies(one)) && all.every((one) => lies(turned(one)));
}

function pointsOf(rows: readonly FileRow[], faults: ShapeFaults, usualHeight: number): PlanPoint[] {
  const points: PlanPoint[] = [];
  for (const [index, row] of rows.entries()) {
    const { geometry } = row;
    if (!geometry || geometry.type === 'Polygon') {
      faults.add(index, 'geometry', geometry?.type ?? row.name, 'notPoint');
      continue;
    }
    for (const position of positionsOf(row)) {
      const place = faults.place(position, index);
      const height = position[2] ?? usualHeight;
      if (height < heightMin || height > heightMax) faults.add(index, 'height', String(height), 'outOfRange');
      if (place) points.push({ id: `p${points.length + 1}`, ...place, height, actions: [] });
    }
  }
  if (points.length > limits.route.waypoints) faults.add(0, '', String(points.length), 'tooMany');
  if (points.length < 2 && faults.count === 0) faults.add(0, '', String(points.length), 'tooFew');
  return points;
}

/** A ring without the place with which files close it. */
function ringOf(positions: readonly Position[], index: number, faults: ShapeFaults) {
  const places = positions.flatMap((position) => faults.place(position, index) ?? []);
  const [first, last] = [places[0], places.at(-1)];
  const open =
    places.length > 1 && first?.lng === last?.lng && first?.lat === last?.lat ? places.slice(0, -1) : places;
  if (open.length < 3) faults.add(index, 'geometry', String(open.length), 'tooFew');
  if (open.length > mostPlaces) faults.add(index, 'geometry', String(open.length), 'tooMany');
  return open;
}

function areaOf(rows: readonly FileRow[], faults: ShapeFaults, fresh: RoutePlan['area']): RoutePlan['area'] {
  const parts: RoutePlan['area']['parts'] = [];
  const line: RoutePlan['area']['line'] = [];
  for (const [index, { geometry, name }] of rows.entries()) {
    if (geometry?.type === 'Polygon') {
      const [outer = [], ...holes] = geometry.coordinates.map((ring) => ringOf(ring, index, faults));
      parts.push({ outer, holes });
    } else if (geometry?.type === 'LineString')
      for (const position of geometry.coordinates) {
        const place = faults.place(position, index);
        if (place) line.push(place);
      }
    else faults.add(index, 'geometry', geometry?.type ?? name, 'notArea');
  }
  const most = parts.reduce((found, { holes }) => Math.max(found, holes.length), parts.length);
  if (most > mostRings || line.length > mostPlaces)
    faults.add(0, '', String(Math.max(most, line.length)), 'tooMany');
  const pattern = parts.length === 0 && line.length > 1 ? 'corridor' : fresh.pattern;
  return { ...fresh, parts, line, pattern };
}

/** The shapes of a file as points of a route or as the area of one. */
export function planOfShapes(
  given: readonly FileRow[],
  { as, swap, heightMode }: { as: 'points' | 'area'; swap: boolean; heightMode: PlanHeightMode | undefined },
): PointFile {
  const rows = swap ? given.map(exchanged) : given;
  const faults = new ShapeFaults();
  const fresh = freshPlan(as === 'points' ? 'waypoint' : 'regional');
  const settings = { ...fresh.settings, heightMode: heightMode ?? fresh.settings.heightMode };
  const drawn =
    as === 'points'
      ? { points: pointsOf(rows, faults, settings.height) }
      : { area: areaOf(rows, faults, fresh.area) };
  return {
    plan: faults.count === 0 ? { ...fresh, settings, ...drawn } : null,
    rows: faults.rows,
    faults: faults.count,
    swapped: !swap && looksSwapped(rows),
  };
}

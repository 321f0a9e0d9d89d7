import type { PlanAction, RoutePlan } from '@eyrie/domain';
import {
  bearing,
  coverageOf,
  interpolate,
  legLength,
  photoRing,
  PlanningFault,
  type Coverage,
  type PhotoPosition,
  type PhotoSize,
  type Place,
} from '@eyrie/geometry';
import type { ResolvedLine, ResolvedPoint, ResolvedRoute } from './resolved.ts';

/** What the photos of a plan show of the ground. */
export interface PlanCoverage {
  /** Where photos straight down are taken, in flown order. */
  readonly photos: readonly PhotoPosition[];
  /** Metres of ground on one of them. */
  readonly size: PhotoSize;
  /** How often each cell of the area is seen, and what is not; null: there is no area, or it is too large to be counted. */
  readonly counted: Coverage | null;
}

/** Photos of one plan that are placed at most. */
const most = 100_000;

const single: ReadonlySet<PlanAction['type']> = new Set(['takePhoto', 'orientedShoot']);

/** Degrees of the upper edge of a photo on a leg: the nose, where it is held, or the course. */
const edge = (from: ResolvedPoint, to: ResolvedPoint): number =>
  from.headingMode === 'followWayline' ? bearing(from, to) : from.heading;

/** Photos of one interval: each so many metres of way, however often it turns. */
function alongWay(
  points: readonly ResolvedPoint[],
  first: number,
  last: number,
  metres: (point: ResolvedPoint) => number,
): PhotoPosition[] {
  const photos: PhotoPosition[] = [];
  let due = 0;
  for (let leg = first; leg < last && photos.length < most; leg += 1) {
    const [from, to] = [points[leg] as ResolvedPoint, points[leg + 1] as ResolvedPoint];
    const length = legLength(from, to);
    const apart = metres(from);
    if (!(apart > 0)) break;
    for (; due <= length && photos.length < most; due += apart) {
      const { lng, lat } = interpolate(from, to, length > 0 ? due / length : 0);
      photos.push({ lng, lat, heading: edge(from, to), line: leg });
    }
    due -= length;
  }
  return photos;
}

/** Where a line takes its photos. */
export function photoPlaces({ points }: ResolvedLine): PhotoPosition[] {
  const placeOf = new Map(points.map(({ id }, index) => [id, index]));
  const photos: PhotoPosition[] = [];
  for (const [index, point] of points.entries()) {
    const next = points[index + 1] ?? points[index - 1] ?? point;
    for (const action of point.actions) {
      if (single.has(action.type))
        photos.push({ lng: point.lng, lat: point.lat, heading: edge(point, next), line: index });
      if (action.type !== 'interval') continue;
      const { by, every, until } = action;
      const end = placeOf.get(until) ?? points.length - 1;
      photos.push(
        ...alongWay(points, index, end, ({ speed }) => (by === 'distance' ? every : every * speed)),
      );
    }
    if (photos.length >= most) break;
  }
  return photos.slice(0, most);
}

function counted(
  parts: readonly (readonly (readonly Place[])[])[],
  photos: readonly PhotoPosition[],
  size: PhotoSize,
): Coverage | null {
  if (parts.length === 0) return null;
  try {
    return coverageOf({ ground: parts, photos, size });
  } catch (error) {
    if (error instanceof PlanningFault) return null;
    throw error;
  }
}

/**
 * Footprints of the photos straight down and what of the area they show, at the ground sample distance of the plan. Null where
 * nothing is photographed, or nobody knows from how high.
 */
export function planCoverage({ area, settings, type }: RoutePlan, route: ResolvedRoute): PlanCoverage | null {
  const { groundSampleDistance: gsd } = route.photos;
  const [line] = route.lines;
  if (!line || gsd === null) return null;
  const photos = photoPlaces(line);
  if (photos.length === 0) return null;
  const size = { across: gsd * settings.camera.imageW, along: gsd * settings.camera.imageH };
  const hasArea = type.startsWith('regional') && (area.pattern === 'lines' || area.pattern === 'oblique');
  const parts = hasArea ? area.parts.map(({ outer, holes }) => [outer, ...holes]) : [];
  return { photos, size, counted: counted(parts, photos, size) };
}

/** Corners of a photo on the ground; not closed. */
export const footprintOf = (photo: PhotoPosition, { size }: Pick<PlanCoverage, 'size'>): Place[] =>
  photoRing(photo, size);

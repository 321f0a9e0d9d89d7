import type { PlanAction, RoutePlan } from '@eyrie/domain';
import { interpolate, legLength, type Place } from '@eyrie/geometry';
import { hungAfter, noseAt, type Hanging } from './aim.ts';
import type { ResolvedLine, ResolvedPoint, ResolvedRoute } from './resolved.ts';

/** A photo that a route takes. */
export interface TakenPhoto extends Place {
  /** Metres in the plan's height mode, and above the sea; null: not known. */
  readonly height: number;
  readonly sea: number | null;
  /** Degrees of the camera from north, and of its gimbal: −90 straight down. */
  readonly heading: number;
  readonly pitch: number;
  /** Times of the widest view. */
  readonly zoom: number;
  /** Which line, which of its points it comes after, and how much of the leg from there is flown, 0 to 1. */
  readonly line: number;
  readonly index: number;
  readonly share: number;
}

/** Photos of one plan that are placed at most. */
export const photosAtMost = 100_000;

const single: ReadonlySet<PlanAction['type']> = new Set(['takePhoto', 'orientedShoot']);

/** A place on the leg after a point. */
interface Along {
  readonly index: number;
  readonly share: number;
}

/** Metres. */
const nearly = 1e-6;

/** Where photos of one interval are taken: each so many metres of way, however often it turns. */
function alongWay(
  points: readonly ResolvedPoint[],
  first: number,
  last: number,
  metres: (point: ResolvedPoint) => number,
): Along[] {
  const photos: Along[] = [];
  let due = 0;
  for (let index = first; index < last && photos.length < photosAtMost; index += 1) {
    const [from, to] = [points[index] as ResolvedPoint, points[index + 1] as ResolvedPoint];
    const length = legLength(from, to);
    const apart = metres(from);
    if (!(apart > 0)) break;
    // An interval that ends at the point by arithmetic also ends there for the camera.
    for (; due <= length + nearly && photos.length < photosAtMost; due += apart)
      photos.push({ index, share: length > 0 ? Math.min(1, due / length) : 0 });
    due -= length;
  }
  return photos;
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** Photos of a line in the order in which they are taken. */
function photosOfLine({ points }: ResolvedLine, line: number, begin: Hanging): [TakenPhoto[], Hanging] {
  const placeOf = new Map(points.map(({ id }, index) => [id, index]));
  const photos: TakenPhoto[] = [];
  let hanging = begin;
  const hangs = points.map((point) => (hanging = hungAfter(point, hanging)));
  const taken = ({ index, share }: Along, held: Partial<TakenPhoto> = {}): TakenPhoto => {
    const from = points[index] as ResolvedPoint;
    const to = points[index + 1] ?? null;
    const [a, b] = [from.seaHeight, to?.seaHeight ?? from.seaHeight];
    const here = to ? interpolate(from, to, share) : from;
    // At the last point the nose is as it came.
    const before = points[index - 1];
    const heading = to || !before ? noseAt(from, to, here, share) : noseAt(before, from, here, 1);
    return {
      lng: here.lng,
      lat: here.lat,
      height: between(from.height, to?.height ?? from.height, share),
      sea: a === null || b === null ? null : between(a, b, share),
      heading,
      ...(hangs[index] ?? begin),
      line,
      index,
      share,
      ...held,
    };
  };
  for (const [index, point] of points.entries())
    for (const action of point.actions) {
      if (photos.length >= photosAtMost) break;
      if (single.has(action.type)) {
        const { heading, pitch, zoom } = action.type === 'orientedShoot' ? action : {};
        const held = heading === undefined ? {} : { heading, pitch: pitch as number, zoom: zoom as number };
        photos.push(taken({ index, share: 0 }, held));
      } else if (action.type === 'interval') {
        const { by, every, until } = action;
        const end = placeOf.get(until) ?? points.length - 1;
        const metres = ({ speed }: ResolvedPoint): number => (by === 'distance' ? every : every * speed);
        for (const along of alongWay(points, index, end, metres)) photos.push(taken(along));
      }
    }
  return [photos.toSorted((a, b) => a.index - b.index || a.share - b.share), hanging];
}

/** The photos of a route, line by line, in the order in which they are taken; of very many the first. */
export function takenPhotos({ settings }: RoutePlan, route: ResolvedRoute): TakenPhoto[] {
  const all: TakenPhoto[] = [];
  let hanging: Hanging = { pitch: settings.gimbalPitch, zoom: 1 };
  for (const [line, one] of route.lines.entries()) {
    const [photos, left] = photosOfLine(one, line, hanging);
    hanging = left;
    for (const photo of photos) if (all.length < photosAtMost) all.push(photo);
  }
  return all;
}

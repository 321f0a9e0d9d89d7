import type { Place } from '../sphere.ts';
import { bearing, destination, distance, interpolate } from '../sphere.ts';
import { checked, PlanningFault } from './fault.ts';

/** A straight line on which photos are taken. */
export interface PhotoLine {
  readonly from: Place;
  readonly to: Place;
}

/** Where a photo is taken. */
export interface PhotoPosition extends Place {
  /** Degrees from north of the upper edge of the photo. */
  readonly heading: number;
  /** Which line, from 0. */
  readonly line: number;
}

const mostPhotos = 200_000;
/** Part of a distance that is no distance of its own at the end of a line. */
const rest = 1e-6;

const countOn = (length: number, apart: number): number => Math.ceil(length / apart - rest) + 1;

/** Photos on lines of these lengths (m) at a distance (m): one at the begin of each, and one at its end whatever is left over. */
export function photoCount(lengths: readonly number[], apart: number): number {
  checked('photoDistance', apart, { above: 0 });
  const count = lengths.reduce((sum, length) => sum + countOn(length, apart), 0);
  if (!(count <= mostPhotos))
    throw new PlanningFault('tooManyPhotos', { field: 'photos', value: count, min: 1, max: mostPhotos });
  return count;
}

/**
 * Where photos are taken on lines: every `apart` metres from the begin, and at the end.
 * @param heading degrees to which the camera stays turned; without it along each line
 * @throws PlanningFault `tooManyPhotos` before anything is listed
 */
export function photoPositions(
  lines: readonly PhotoLine[],
  apart: number,
  heading?: number,
): PhotoPosition[] {
  const lengths = lines.map(({ from, to }) => distance(from, to));
  photoCount(lengths, apart);
  return lines.flatMap(({ from, to }, line) => {
    const length = lengths[line] ?? 0;
    const turned = heading ?? bearing(from, to);
    const [begin, end] = [from, to].map((place) => ({ ...place, height: 0 })) as [never, never];
    return Array.from({ length: countOn(length, apart) }, (_, at): PhotoPosition => {
      const { lng, lat } = interpolate(begin, end, length > 0 ? (at * apart) / length : 0);
      return { lng, lat, heading: turned, line };
    });
  });
}

/** Sides of a photo on the ground, metres; see `photoFootprint`. */
export interface PhotoSize {
  readonly across: number;
  readonly along: number;
}

/** The ground of a photo straight down: right front corner first, then clockwise; not closed. */
export function photoRing(photo: PhotoPosition, { across, along }: PhotoSize): Place[] {
  const reach = Math.hypot(across, along) / 2;
  const side = (Math.atan2(across, along) * 180) / Math.PI;
  return [side, 180 - side, 180 + side, -side].map((turn) => destination(photo, photo.heading + turn, reach));
}

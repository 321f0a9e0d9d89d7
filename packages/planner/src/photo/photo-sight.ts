import type { PhotoFacts, PictureSize, UnusedPhoto } from '@eyrie/domain';
import type { Place, ViewAngles } from '@eyrie/geometry';
import { anglesOf } from './ground-place.ts';

/** From where a photo that was taken looks, by what it says of itself. Degrees; metres. */
export interface PhotoSight extends Place {
  /** Above the sea; null: it says it neither by the ellipsoid nor by the sea. */
  readonly sea: number | null;
  /** Above the place of take-off. */
  readonly relative: number | null;
  readonly heading: number;
  /** −90 straight down. */
  readonly pitch: number;
  readonly angles: ViewAngles;
}

/** Millimetres as on 35 mm film. */
const focalMost = 10_000;

const isPlace = (lng: number | null, lat: number | null): boolean =>
  lng !== null &&
  lat !== null &&
  Math.abs(lng) <= 180 &&
  Math.abs(lat) <= 90 &&
  // What a receiver without a fix writes.
  (lng !== 0 || lat !== 0);

/**
 * The view of a photo, or what it lacks: nothing is made up.
 * @param undulation metres of the sea level above the ellipsoid at a place
 */
export function photoSight(
  facts: PhotoFacts | null,
  picture: PictureSize,
  undulation: (place: Place) => number,
): PhotoSight | UnusedPhoto {
  if (!facts || !(picture.width > 0) || !(picture.height > 0)) return 'unread';
  const { lng, lat, heading, gimbal, focalLength, heights } = facts;
  if (!isPlace(lng, lat)) return 'place';
  const place = { lng: lng as number, lat: lat as number };
  if (!Number.isFinite(heading ?? Number.NaN) || !(Math.abs(gimbal.pitch ?? Number.NaN) <= 180))
    return 'heading';
  if (!focalLength || !(focalLength > 0 && focalLength <= focalMost)) return 'lens';
  const { ellipsoid, altitude, relative } = heights;
  return {
    ...place,
    sea: ellipsoid === null ? altitude : ellipsoid - undulation(place),
    relative,
    heading: heading as number,
    pitch: gimbal.pitch as number,
    angles: anglesOf(focalLength, picture),
  };
}

import { mosaicLimits, type MosaicFault, type PhotoFacts } from '@eyrie/domain';
import { footprint, type Bounds, type Place, type ViewPoint } from '@eyrie/geometry';

/** From where a photo was taken, and what of it is laid on a map. Heights in metres above the WGS-84 ellipsoid. */
export interface PhotoEye extends ViewPoint {
  /** Of the camera about its line of sight, clockwise, degrees. */
  readonly roll: number;
  /** Of the place of take-off; null: not known. */
  readonly base: number | null;
}

/** Diagonal of 35 mm film, millimetres: equivalent focal lengths of pictures that are not 3:2 are by it. */
const diagonal = Math.hypot(36, 24);
const degrees = 180 / Math.PI;

const angleOf = (film: number, focal: number): number => 2 * Math.atan(film / 2 / focal) * degrees;

interface MosaicPhoto {
  facts: PhotoFacts | null;
  lng: number | null;
  lat: number | null;
  /** Above the place of take-off. */
  relative: number | null;
  width: number;
  height: number;
}

/** A gimbal that has turned over says that it leans by half a turn; the heading of the picture counts for that already. */
const leanOf = (roll: number | null): number => {
  if (roll === null) return 0;
  return Math.abs(roll) >= 90 ? roll - Math.sign(roll) * 180 : roll;
};

/**
 * The eye of a photo by what it says of itself; the reason where that is not enough: nothing is made up.
 * @param seaLevel metres of the sea level above the ellipsoid at a place
 */
export function eyeOf(
  { facts, lng, lat, relative, width, height }: MosaicPhoto,
  seaLevel: (place: Place) => number,
): PhotoEye | MosaicFault {
  if (!facts || lng === null || lat === null) return 'placeMissing';
  const { lens, heading, gimbal, focalLength, heights } = facts;
  if (lens === 'ir' || lens === 'zoom') return 'otherLens';
  if (heading === null || gimbal.pitch === null) return 'headingMissing';
  if (focalLength === null) return 'focalMissing';
  const down = -gimbal.pitch;
  if (down < mosaicLimits.leastDown || down > 100) return 'oblique';
  const { ellipsoid, altitude } = heights;
  const above = ellipsoid ?? (altitude === null ? null : altitude + seaLevel({ lng, lat }));
  if (above === null) return 'heightMissing';
  const overTakeOff = heights.relative ?? relative;
  const side = diagonal / Math.hypot(width, height);
  return {
    place: { lng, lat },
    height: above,
    heading,
    down: Math.min(90, down),
    roll: leanOf(gimbal.roll),
    angles: {
      horizontal: angleOf(side * width, focalLength),
      vertical: angleOf(side * height, focalLength),
    },
    base: overTakeOff === null ? null : above - overTakeOff,
  };
}

/** How much of what a photo covers on flat ground is looked at around it, because the ground is not flat. */
const margin = 0.25;

/** The box that a photo may cover; null: it does not look at the ground. @param level metres of the ground below it */
export function coveredBox(eye: PhotoEye, level: number): Bounds | null {
  const range = (eye.height - level) * mosaicLimits.slant;
  const found = footprint(eye, { level, range });
  if (!found) return null;
  const lngs = found.ring.map(({ lng }) => lng - eye.place.lng);
  const lats = found.ring.map(({ lat }) => lat);
  // A view over the antimeridian has one side far away; it is no wider than the range.
  if (lngs.some((lng) => Math.abs(lng) > 1)) return null;
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [wide, high] = [(east - west) * margin, (north - south) * margin];
  return {
    west: eye.place.lng + west - wide,
    east: eye.place.lng + east + wide,
    south: south - high,
    north: north + high,
  };
}

/** Metres of one pixel of the square web map at its coarsest level, at the equator. */
const coarsest = 156_543.033_928;

/** The level of tiles at which nothing of a photo is lost. @param width its pixels */
export const zoomOf = (eye: PhotoEye, level: number, width: number): number => {
  const across = 2 * (eye.height - level) * Math.tan(eye.angles.horizontal / 2 / degrees);
  const perPixel = Math.max(across, 1) / width;
  const zoom = Math.ceil(Math.log2((coarsest * Math.cos(eye.place.lat / degrees)) / perPixel));
  return Math.min(mosaicLimits.zoomMost, Math.max(mosaicLimits.zoomLeast + mosaicLimits.levels - 1, zoom));
};

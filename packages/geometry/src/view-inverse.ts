import { earthRadius, wrapLongitude } from './sphere.ts';
import type { ViewPoint } from './view.ts';

const radians = Math.PI / 180;

/** Where in a picture a spot is. */
export interface SeenSpot {
  /** From the middle of the picture to its edges: -1 to 1. */
  right: number;
  up: number;
  /** Metres along the ground from below the camera, for each metre below it: how slanting the spot is seen. */
  slant: number;
}

/**
 * The other way round than `sightOnGround`: where in a picture a spot of the ground is; null: it is not in it. Good for some
 * kilometres around the camera. @param roll of the camera about its line of sight, clockwise, degrees
 */
export const spotInView = (
  { place, height, heading, down, angles }: ViewPoint,
  roll = 0,
): ((lng: number, lat: number, spotHeight: number) => SeenSpot | null) => {
  const [turn, pitch, lean] = [heading * radians, down * radians, roll * radians];
  const [sinTurn, cosTurn, sinPitch, cosPitch] = [
    Math.sin(turn),
    Math.cos(turn),
    Math.sin(pitch),
    Math.cos(pitch),
  ];
  const [sinLean, cosLean] = [Math.sin(lean), Math.cos(lean)];
  const across = Math.tan((angles.horizontal * radians) / 2);
  const along = Math.tan((angles.vertical * radians) / 2);
  const perLat = earthRadius * radians;
  const perLng = perLat * Math.cos(place.lat * radians);
  return (lng, lat, spotHeight) => {
    const east = wrapLongitude(lng - place.lng) * perLng;
    const north = (lat - place.lat) * perLat;
    const below = height - spotHeight;
    // A height that is not known is above nothing.
    if (!(below > 0)) return null;
    const ahead = east * sinTurn + north * cosTurn;
    const side = east * cosTurn - north * sinTurn;
    const depth = ahead * cosPitch + below * sinPitch;
    if (depth <= 0) return null;
    const lift = (ahead * sinPitch - below * cosPitch) / depth;
    const aside = side / depth;
    const right = (aside * cosLean - lift * sinLean) / across;
    const up = (aside * sinLean + lift * cosLean) / along;
    if (right < -1 || right > 1 || up < -1 || up > 1) return null;
    return { right, up, slant: Math.hypot(east, north) / below };
  };
};

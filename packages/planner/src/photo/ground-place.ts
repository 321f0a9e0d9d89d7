import type { Box, PhotoFacts, PictureSize } from '@eyrie/domain';
import { distance, sightOnGround, type Place, type ViewAngles, type ViewPoint } from '@eyrie/geometry';

/** Where something in a picture lies on the ground. */
export interface GroundPlace extends Place {
  /** Metres around it within which it lies, 99 times of 100. */
  readonly radius: number;
  /** From the camera in a straight line, and by how much that may be wrong; null: the height of the ground is not known there. */
  readonly seen: { readonly metres: number; readonly error: number } | null;
}

/** What is known of the ground; metres above the ellipsoid. */
export interface KnownGround {
  /** Under the take-off; null: unknown. */
  readonly takeOff: number | null;
  /** At a place; null: unknown there. Missing: no terrain is known. */
  readonly heightAt?: (place: Place) => number | null;
}

export interface SeenBox {
  readonly facts: PhotoFacts;
  readonly box: Box;
  readonly picture: PictureSize;
}

/** Millimetres of the diagonal of 35 mm film. */
const filmDiagonal = Math.hypot(36, 24);
/** Metres beyond which a line of sight says nothing of a place. */
export const sightRange = 600;
/** How many standard deviations a radius holds. */
const spread = 3;

/** Standard deviations: metres, and degrees. Satellites alone know a place by metres; a compass is disturbed by steel. */
const errorsOf = {
  place: { fixed: 0.1, float: 0.5, single: 2, none: 5 },
  heading: { rtk: 0.7, compass: 1.5 },
  pitch: 0.4,
  terrain: 2,
  barometer: 1,
  ellipsoid: { fixed: 0.2, other: 4 },
  /** Of ground that is taken to be as high as the take-off. */
  flat: 4,
};

/** How wide a picture sees whose lens has this focal length, millimetres as on 35 mm film. */
export const anglesOf = (focalLength: number, { width, height }: PictureSize): ViewAngles => {
  const half = filmDiagonal / 2 / focalLength / Math.hypot(width, height);
  const degrees = (side: number): number => (Math.atan(half * side) * 360) / Math.PI;
  return { horizontal: degrees(width), vertical: degrees(height) };
};

/** Height of the eye above the zero of the ground, with its error; null: the photo does not say it. */
const eyeHeight = ({ heights, fix }: PhotoFacts, { takeOff, heightAt }: KnownGround) => {
  const { terrain, barometer, ellipsoid, flat } = errorsOf;
  if (heightAt && heights.ellipsoid !== null) {
    const own = fix === 'fixed' ? ellipsoid.fixed : ellipsoid.other;
    return { height: heights.ellipsoid, error: Math.hypot(own, terrain), heightAt };
  }
  if (heights.relative === null) return null;
  if (heightAt && takeOff !== null)
    return { height: heights.relative + takeOff, error: Math.hypot(barometer, terrain), heightAt };
  return { height: heights.relative, error: Math.hypot(barometer, flat), heightAt: undefined };
};

/**
 * Where the middle of a box lies on the ground, by place, heading, pitch and lens of its photo. The radius is what the errors of
 * each of them move it, taken together.
 * @returns null when the photo does not say its view, or the line of sight does not meet the ground within 600 m
 */
export function groundPlace({ facts, box, picture }: SeenBox, known: KnownGround): GroundPlace | null {
  const { lng, lat, heading, gimbal, focalLength, fix } = facts;
  const eye = eyeHeight(facts, known);
  if (lng === null || lat === null || heading === null || gimbal.pitch === null || !focalLength || !eye)
    return null;
  const { height, heightAt } = eye;
  const view: ViewPoint = {
    place: { lng, lat },
    height,
    heading,
    down: -gimbal.pitch,
    angles: anglesOf(focalLength, picture),
  };
  const ground = { level: 0, range: sightRange, cell: 8, ...(heightAt ? { heightAt } : {}) };
  const at = (x: number, y: number, change: Partial<ViewPoint> = {}): Place | null =>
    sightOnGround({ ...view, ...change }, ground, {
      right: (x / picture.width) * 2 - 1,
      up: 1 - (y / picture.height) * 2,
    });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const place = at(x, y);
  if (!place) return null;
  const headingError = fix === 'fixed' ? errorsOf.heading.rtk : errorsOf.heading.compass;
  const moved = [
    at(x, y, { heading: heading + headingError }),
    // Where a view looks up a little more, its place runs away: the far side is the error.
    at(x, y, { down: view.down - errorsOf.pitch }),
    at(x, y, { height: height + eye.error }),
    // A box is drawn around a thing, not through its middle.
    at(x + box.width / 8, y + box.height / 8),
  ];
  const own = errorsOf.place[fix ?? 'none'];
  const errors = moved.map((other) => (other ? distance(place, other) : sightRange));
  const under = heightAt ? heightAt(place) : 0;
  // Straight below an error of the height moves no place, and is the whole error of the distance.
  const error = spread * Math.hypot(own, eye.error, ...errors);
  const seen =
    under === null ? null : { metres: Math.hypot(distance(view.place, place), height - under), error };
  return { ...place, radius: spread * Math.hypot(own, ...errors), seen };
}

import type { PhotoFacts } from '@eyrie/domain';
import { destination, type Place } from '@eyrie/geometry';

/** Millimetres of a picture as 35 mm film has them, four to three as aircraft take theirs. */
const filmWidth = 34.6;
const filmHeight = 26;
/** Straight down: what is seen lies around the place, not before it. */
const downFrom = -75;
/** How far a view is drawn, metres. */
const nearest = 30;
const farthest = 300;

const radians = Math.PI / 180;
const halfAngle = (film: number, focal: number): number => Math.atan(film / 2 / focal) / radians;

export type SeenFrom = Pick<PhotoFacts, 'heading' | 'focalLength'> & {
  place: Place;
  pitch: number | null;
  /** Metres above the ground, as nearly as that is known; null: not at all. */
  height: number | null;
};

/**
 * What a photo looks at, as a ring on the map: the ground below it where it looks down, else the angle of its view. Null
 * where heading or focal length are not known. On sloping ground it is no more than a hint.
 */
export function viewCone({ place, heading, pitch, focalLength, height }: SeenFrom): Place[] | null {
  if (heading === null || focalLength === null) return null;
  const [sideways, along] = [halfAngle(filmWidth, focalLength), halfAngle(filmHeight, focalLength)];
  if (pitch !== null && pitch <= downFrom) {
    if (height === null || height <= 0) return null;
    const [right, ahead] = [height * Math.tan(sideways * radians), height * Math.tan(along * radians)];
    const corner = Math.atan2(right, ahead) / radians;
    const reach = Math.hypot(right, ahead);
    return [corner, 180 - corner, 180 + corner, -corner].map((angle) =>
      destination(place, heading + angle, reach),
    );
  }
  const reach = Math.min(farthest, Math.max(nearest, (height ?? nearest) * 2));
  const steps = 8;
  const arc = Array.from({ length: steps + 1 }, (_, step) =>
    destination(place, heading - sideways + (2 * sideways * step) / steps, reach),
  );
  return [place, ...arc];
}

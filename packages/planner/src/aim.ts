import { bearing, normaliseHeading, type Place } from '@eyrie/geometry';
import type { ResolvedPoint } from './resolved.ts';

/**
 * The nose on a leg between two points, degrees from north: as it is held, turned from one to the next, towards the place, or
 * along the way.
 * @param share how much of the leg is flown, 0 to 1
 */
export function noseAt(from: ResolvedPoint, to: ResolvedPoint | null, here: Place, share: number): number {
  switch (from.headingMode) {
    case 'towardPOI':
      return from.interest ? normaliseHeading(bearing(here, from.interest)) : from.heading;
    case 'smoothTransition': {
      const turn = to ? normaliseHeading(to.heading - from.heading) : 0;
      return normaliseHeading(from.heading + turn * share);
    }
    case 'followWayline':
      return to ? normaliseHeading(bearing(from, to)) : from.heading;
    default:
      return from.heading;
  }
}

/** How the camera hangs after what is done at points: pitch in degrees, zoom in times of the widest view. */
export interface Hanging {
  readonly pitch: number;
  readonly zoom: number;
}

/** What a point leaves of how the camera hung before it. */
export function hungAfter({ actions, gimbalPitch }: ResolvedPoint, before: Hanging): Hanging {
  let [pitch, zoom] = [gimbalPitch ?? before.pitch, before.zoom];
  for (const action of actions) {
    if (action.type === 'gimbalRotate') pitch = action.pitch;
    else if (action.type === 'zoom') zoom = action.factor;
  }
  return { pitch, zoom };
}

import type { PhotoFacts } from '@eyrie/domain';
import { timesOfFocal, type PhotoView } from './photo-view.ts';

/** From where and how a photo was taken, as what was read of it says. Nothing is made up: what is not there is null. */
export function viewOfFacts(facts: PhotoFacts): PhotoView {
  const { lng, lat, heading, gimbal, lens, model, focalLength } = facts;
  const heights = Object.entries(facts.heights).filter(([, height]) => height !== null);
  // The focal length of a thermal picture says nothing of the zoom of the lens for the eye.
  const fixed = lens === 'ir' || lens === 'wide';
  return {
    lng,
    lat,
    heights: Object.fromEntries(heights),
    heading,
    pitch: gimbal.pitch,
    zoom: fixed || focalLength === null ? null : timesOfFocal(focalLength),
    lens,
    model,
  };
}

/**
 * The height of a view that a flight from one dock can rely on: above the ellipsoid by RTK, else above the take-off where that is the
 * same dock, else above the sea, which the satellites of an aircraft without RTK know by tens of metres.
 */
export function heightFor({ heights }: Pick<PhotoView, 'heights'>, sameDock: boolean): PhotoView['heights'] {
  if (heights.ellipsoid !== undefined) return { ellipsoid: heights.ellipsoid };
  if (sameDock && heights.relative !== undefined) return { relative: heights.relative };
  return heights.altitude === undefined ? {} : { altitude: heights.altitude };
}

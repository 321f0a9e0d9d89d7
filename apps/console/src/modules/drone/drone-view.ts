import type { DroneTelemetry } from '@eyrie/domain';
import { footprint, lensesOf, viewAngles, type Place, type ViewAngles } from '@eyrie/geometry';

/** Metres at which a view over the horizon is cut on the map. */
const range = 600;

export type Looking = Pick<
  DroneTelemetry,
  'lng' | 'lat' | 'height' | 'elevation' | 'head' | 'gimbal' | 'camera'
>;

/** What one lens sees on the ground. */
export interface LensView {
  readonly lens: 'wide' | 'zoom' | 'thermal';
  readonly ring: readonly Place[];
}

/**
 * What the lenses of an aircraft see on the ground: the wide one, within it the zoom, and the thermal one where it is reported.
 * Over terrain where the height of the ground beneath it is known, else over the level of its take-off.
 * @returns none while any figure that it needs is not reported, or of a camera whose lenses are not known
 */
export const viewsOf = (drone: Looking, groundAt: (place: Place) => number | null): LensView[] => {
  const { lng, lat, height, elevation, camera, gimbal } = drone;
  const lenses = lensesOf(camera.payloadIndex);
  const heading = gimbal.yaw ?? drone.head;
  if (!lenses || lng === null || lat === null || heading === null || gimbal.pitch === null) return [];
  const place = { lng, lat };
  const over = height === null ? null : groundAt(place);
  const eye =
    over !== null && height !== null
      ? { height, ground: { level: over, heightAt: groundAt, range } }
      : elevation === null
        ? null
        : { height: elevation, ground: { level: 0, range } };
  if (!eye) return [];
  const down = -gimbal.pitch;
  const view = (lens: LensView['lens'], angles: ViewAngles | undefined, zoom: number | null): LensView[] => {
    if (!angles || zoom === null) return [];
    const looking = { place, height: eye.height, heading, down, angles: viewAngles(angles, zoom) };
    const seen = footprint(looking, eye.ground);
    return seen ? [{ lens, ring: seen.ring }] : [];
  };
  return [
    ...view('wide', lenses.wide, 1),
    ...(camera.zoom !== null && camera.zoom > 1 ? view('zoom', lenses.wide, camera.zoom) : []),
    ...view('thermal', lenses.thermal, camera.irZoom),
  ];
};

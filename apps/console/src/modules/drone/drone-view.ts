import type { DroneTelemetry } from '@eyrie/domain';
import { footprint, viewAngles, viewPresets, type Place, type ViewAngles } from '@eyrie/geometry';

/** Wide lenses by the type of the payload, as the maker numbers them. Of others the angles are not known. */
const lenses: Readonly<Record<string, ViewAngles>> = {
  '42': viewPresets.h20,
  '43': viewPresets.h20,
  '61': viewPresets.h20,
  '52': viewPresets.m30,
  '53': viewPresets.m30,
  '80': viewPresets.m3td,
  '81': viewPresets.m3td,
};

/** Metres at which a view over the horizon is cut on the map. */
const range = 600;

export type Looking = Pick<
  DroneTelemetry,
  'lng' | 'lat' | 'height' | 'elevation' | 'head' | 'gimbal' | 'camera'
>;

/**
 * What the wide lens of an aircraft sees on the ground, and within it what its zoom sees. Over terrain where the height
 * of the ground beneath it is known, else over the level of its take-off.
 * @returns rings of places; none while any figure that it needs is not told
 */
export const viewsOf = (drone: Looking, groundAt: (place: Place) => number | null): (readonly Place[])[] => {
  const { lng, lat, height, elevation, camera, gimbal } = drone;
  const wide = lenses[camera.payloadIndex?.split('-')[0] ?? ''];
  const heading = gimbal.yaw ?? drone.head;
  if (!wide || lng === null || lat === null || heading === null || gimbal.pitch === null) return [];
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
  const zooms = camera.zoom !== null && camera.zoom > 1 ? [1, camera.zoom] : [1];
  return zooms.flatMap((zoom) => {
    const angles = viewAngles(wide, zoom);
    const seen = footprint({ place, height: eye.height, heading, down, angles }, eye.ground);
    return seen ? [seen.ring] : [];
  });
};

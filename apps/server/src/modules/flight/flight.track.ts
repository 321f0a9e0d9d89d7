import { distance } from '@eyrie/geometry';
import type { TrackPoint } from './flight.progress.store.ts';

/** Gaps longer than this are not flown time: the record is missing there. Milliseconds. */
const gap = 30_000;

/** Metres flown and seconds airborne, from the recorded positions; height differences count. */
export const trackFigures = (track: readonly TrackPoint[]): { distance: number; duration: number } => {
  let metres = 0;
  let milliseconds = 0;
  for (let i = 1; i < track.length; i += 1) {
    const from = track[i - 1];
    const to = track[i];
    if (!from || !to) continue;
    const flat = distance(from, to);
    const climb = from.height === null || to.height === null ? 0 : to.height - from.height;
    metres += Math.hypot(flat, climb);
    if (to.at - from.at <= gap) milliseconds += to.at - from.at;
  }
  return { distance: metres, duration: milliseconds / 1000 };
};

/** The flown line as GeoJSON, with the moment and the elevation of each of its points. */
export const trackFeature = (track: readonly TrackPoint[]) => ({
  type: 'Feature' as const,
  geometry: {
    type: 'LineString' as const,
    coordinates: track.map((point) =>
      point.height === null ? [point.lng, point.lat] : [point.lng, point.lat, point.height],
    ),
  },
  properties: {
    times: track.map((point) => point.at),
    elevations: track.map((point) => point.elevation),
  },
});

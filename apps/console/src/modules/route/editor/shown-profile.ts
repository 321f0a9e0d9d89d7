import type { PlanProfile } from '@eyrie/planner';
import { distance } from '@eyrie/geometry';
import type { Computed } from './compute.ts';

export interface ShownProfile {
  readonly profile: PlanProfile;
  /** Heights are those of the plan's own mode: above the sea they are not known. */
  readonly own: boolean;
}

/** The profile above the sea; where no height above the sea is known, the heights as they are planned, without a ground. */
export const shownProfile = ({ profile, route }: Computed): ShownProfile => {
  if (profile.samples.length === 0 || profile.samples.some((sample) => sample.route !== null))
    return { profile, own: false };
  const flown = route.lines.flatMap(({ points }) => points);
  let along = 0;
  const samples = flown.map((point, at) => {
    const before = flown[at - 1];
    if (before) along += distance(before, point);
    return {
      lng: point.lng,
      lat: point.lat,
      distance: along,
      terrain: null,
      obstacle: null,
      route: point.height,
      clearance: null,
      phase: 'line' as const,
      leg: at,
      name: '',
    };
  });
  const points = samples.map((sample, at) => ({
    id: flown[at]?.id ?? '',
    distance: sample.distance,
    height: sample.route,
  }));
  return { profile: { samples, points, returnSea: null, length: along }, own: true };
};

/** The place so many metres along a profile; null: it has none. */
export const placeAlong = (
  { samples }: PlanProfile,
  at: number,
): { lng: number; lat: number; height: number | null } | null => {
  const after = samples.findIndex((sample) => sample.distance >= at);
  const next = samples[after < 0 ? samples.length - 1 : after];
  const before = samples[Math.max(0, (after < 0 ? samples.length : after) - 1)];
  if (!next || !before) return null;
  const span = next.distance - before.distance;
  const share = span > 0 ? Math.min(1, Math.max(0, (at - before.distance) / span)) : 0;
  const between = (from: number, to: number): number => from + (to - from) * share;
  return {
    // A leg over the date line goes the short way.
    lng: before.lng + (((((next.lng - before.lng + 540) % 360) + 360) % 360) - 180) * share,
    lat: between(before.lat, next.lat),
    height: before.route === null || next.route === null ? null : between(before.route, next.route),
  };
};

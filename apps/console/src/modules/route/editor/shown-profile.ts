import type { PlanProfile, ProfileRegion } from '@eyrie/planner';
import { distance } from '@eyrie/geometry';
import type { Computed } from './compute.ts';

export interface ShownProfile {
  readonly profile: PlanProfile;
  /** Heights are those of the plan's own mode: above the sea they are not known. */
  readonly own: boolean;
  /** Regions under the way; null: none are loaded. */
  readonly over: readonly ProfileRegion[] | null;
  /** Whether layers say what stands under the way; else the ground is taken for bare. */
  readonly buildings: boolean;
  /** Metres of the greatest height that its aircraft allows, in the heights of the profile; missing: not known. */
  readonly limit?: number;
}

/** The profile above the sea; where no height above the sea is known, the heights as they are planned, without a ground. */
export const shownProfile = (computed: Computed): ShownProfile => {
  const { profile, route, over, figures } = computed;
  if (profile.samples.length === 0 || profile.samples.some((sample) => sample.route !== null))
    return {
      profile,
      own: false,
      over,
      buildings: figures.clearance.over === 'obstacles',
    };
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
  // The stretches of regions are along the whole flight, of which this has the lines alone.
  return {
    profile: { samples, points, returnSea: null, length: along },
    own: true,
    over: null,
    buildings: false,
  };
};

/** Times as high as everything else: a limit that is higher would press the drawing flat. */
const limitAtMost = 2;

/** What the chart has to hold; null: nothing can be drawn. */
export const profileRange = (
  { samples, returnSea, length }: PlanProfile,
  limit?: number,
): { low: number; high: number; length: number } | null => {
  if (length <= 0) return null;
  let [low, high] = returnSea === null ? [Infinity, -Infinity] : [returnSea, returnSea];
  for (const { terrain, route, obstacle } of samples)
    for (const height of [terrain, route, obstacle])
      if (height !== null) [low, high] = [Math.min(low, height), Math.max(high, height)];
  if (low > high) return null;
  const held = limit !== undefined && limit - low <= limitAtMost * Math.max(high - low, 10);
  return { low, high: held ? Math.max(high, limit) : high, length };
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

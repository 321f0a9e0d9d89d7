import { interpolate, type PlaceAtHeight } from '../sphere.ts';
import { checked, PlanningFault } from './fault.ts';
import type { GroundHeight } from './ground-height.ts';
import { legSamples, type LegSample } from './leg-samples.ts';

export interface FollowOptions {
  /** Metres above the ground at the least. */
  readonly above: number;
  /** `raise`: heights of the route are kept where they are higher; `follow`: they are replaced. */
  readonly keep?: 'raise' | 'follow';
  /** Metres by which the result may lie above what is wanted, so that points can be left out. Default 2. */
  readonly tolerance?: number;
  /** m/s of climb and of descent, and of the flight over the ground. */
  readonly climb: number;
  readonly descent: number;
  readonly speed: number;
  /** Metres of a side of a terrain cell; default 30. */
  readonly cell?: number;
}

/** One point of a profile: metres along the ground and of height. */
export interface ProfilePoint {
  readonly along: number;
  readonly height: number;
}

/**
 * Heights that no step climbs or descends faster than its slope (metres a metre), by raising alone: earlier points for a climb,
 * later ones for a descent.
 */
export function limitSlopes(
  profile: readonly ProfilePoint[],
  climb: number,
  descent: number,
): ProfilePoint[] {
  checked('climb', climb, { above: 0 });
  checked('descent', descent, { above: 0 });
  const heights = profile.map(({ height }) => height);
  const step = (at: number): number => (profile[at + 1]?.along ?? 0) - (profile[at]?.along ?? 0);
  // Straight up and down has no slope: that is flown in a climb of its own.
  for (let at = heights.length - 2; at >= 0; at -= 1)
    if (step(at) > 0) heights[at] = Math.max(heights[at] ?? 0, (heights[at + 1] ?? 0) - climb * step(at));
  for (let at = 0; at + 1 < heights.length; at += 1)
    if (step(at) > 0)
      heights[at + 1] = Math.max(heights[at + 1] ?? 0, (heights[at] ?? 0) - descent * step(at));
  return profile.map(({ along }, at) => ({ along, height: heights[at] ?? 0 }));
}

/** Metres that rounding may take from a height. */
const rounding = 1e-9;

/**
 * Which points of a profile to keep so that straight legs between them, half the tolerance above it, are never below it and
 * never more than the tolerance above. The first, the last and those that `fixed` names are kept.
 * @returns indexes in rising order
 */
export function thinned(
  profile: readonly ProfilePoint[],
  tolerance: number,
  fixed: (index: number) => boolean = () => false,
): number[] {
  checked('tolerance', tolerance, { min: 0 });
  if (profile.length === 0) return [];
  const kept = [0];
  const half = tolerance / 2 + rounding;
  let from = 0;
  while (from < profile.length - 1) {
    const start = profile[from] as ProfilePoint;
    let [low, high] = [-Infinity, Infinity];
    let last = from + 1;
    for (let to = from + 1; to < profile.length; to += 1) {
      const { along, height } = profile[to] as ProfilePoint;
      const metres = along - start.along;
      const rise = height - start.height;
      // Points above each other can only be joined with what lies next to them.
      const slope = metres > 0 ? rise / metres : 0;
      if (metres > 0 ? slope >= low && slope <= high : Math.abs(rise) <= rounding) last = to;
      if (fixed(to)) break;
      if (metres > 0) {
        low = Math.max(low, (rise - half) / metres);
        high = Math.min(high, (rise + half) / metres);
      } else if (Math.abs(rise) > half) break;
      if (low > high) break;
    }
    kept.push(last);
    from = last;
  }
  return kept;
}

/** Metres between looks at the ground between two samples, and how many there are at the most. */
const lookStep = 1;
const mostLooks = 50;

/**
 * The wanted height at samples, raised where the ground rises above the straight way between two of them: both ends by what is
 * missing.
 */
function wantedHeights(
  samples: readonly LegSample[],
  heightAt: (place: PlaceAtHeight) => number,
): ProfilePoint[] {
  const heights = samples.map(heightAt);
  const raised = [...heights];
  for (const [at, to] of samples.slice(1).entries()) {
    const from = samples[at] as LegSample;
    const looks = Math.min(mostLooks, Math.ceil((to.along - from.along) / lookStep));
    const [begin, end] = [heights[at] ?? 0, heights[at + 1] ?? 0];
    let missing = 0;
    for (let look = 1; look < looks; look += 1) {
      const share = look / looks;
      const way = begin + (end - begin) * share;
      missing = Math.max(missing, heightAt(interpolate(from, to, share)) - way);
    }
    raised[at] = Math.max(raised[at] ?? 0, begin + missing);
    raised[at + 1] = Math.max(raised[at + 1] ?? 0, end + missing);
  }
  return samples.map(({ along }, at) => ({ along, height: raised[at] ?? 0 }));
}

/**
 * A route that stays above the ground: raised where it must be, climbing and descending no faster than it can, with as few
 * points as the tolerance allows. Its own waypoints stay.
 * @throws PlanningFault `terrainUnknown` with the place where the ground is not known
 */
export function followTerrain(
  route: readonly PlaceAtHeight[],
  groundAt: GroundHeight,
  options: FollowOptions,
): PlaceAtHeight[] {
  const { above, keep = 'raise', tolerance = 2, climb, descent, speed, cell = 30 } = options;
  checked('above', above, { min: 0 });
  checked('speed', speed, { above: 0 });
  for (const [at, { height }] of route.entries()) checked(`route.${at}.height`, height);
  if (route.length < 2) return [...route];
  const samples = legSamples(route, cell / 2).filter(({ share, leg }) => share > 0 || leg === 0);
  const wanted = wantedHeights(samples, (sample) => {
    const ground = groundAt(sample);
    if (ground === null) throw new PlanningFault('terrainUnknown', { field: 'terrain', at: sample });
    return keep === 'raise' ? Math.max(ground + above, sample.height) : ground + above;
  });
  const profile = limitSlopes(wanted, climb / speed, descent / speed);
  if (keep === 'raise' && profile.every(({ height }, at) => height <= (samples[at]?.height ?? 0) + rounding))
    return [...route];
  return thinned(profile, tolerance, (at) => samples[at]?.share === 1).map((at) => {
    const { lng, lat } = samples[at] as PlaceAtHeight;
    return { lng, lat, height: (profile[at] as ProfilePoint).height + tolerance / 2 };
  });
}

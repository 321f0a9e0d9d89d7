import { limits, type RoutePlan } from '@eyrie/domain';
import type { Line } from '@eyrie/map';
import { setSettings } from '@eyrie/planner';
import type { Computed } from './compute.ts';
import { fromDock, type PlanDock } from './plan-docks.ts';
import { shownProfile, type ShownProfile } from './shown-profile.ts';

const { returnMin, returnMax } = limits.route.plan;

/**
 * A plan as one arrangement flies it: from its dock, home at the return altitude of the flight.
 * @param returnAltitude metres above the dock; null, or outside of what a plan holds: that of the plan
 */
export const flownPlan = (plan: RoutePlan, dock: PlanDock, returnAltitude: number | null): RoutePlan => {
  const flown = fromDock(plan, dock);
  const holds = returnAltitude !== null && returnAltitude >= returnMin && returnAltitude <= returnMax;
  return holds ? setSettings(flown, { returnHeight: returnAltitude }) : flown;
};

/** The profile with the line of the return altitude and that of the height limit of the aircraft, m above the dock. */
export const flownProfile = (
  computed: Computed,
  { settings }: RoutePlan,
  heightLimit: number | null,
): ShownProfile => {
  const shown = shownProfile(computed);
  // Heights of the plan itself are above the take-off in one mode only.
  const relative = shown.own && settings.heightMode === 'relative';
  const returnSea = relative ? settings.returnHeight : shown.profile.returnSea;
  const limit =
    heightLimit === null || returnSea === null ? null : returnSea - settings.returnHeight + heightLimit;
  return {
    ...shown,
    profile: { ...shown.profile, returnSea },
    ...(limit === null ? {} : { limit }),
  };
};

/** The greatest height of the flight, metres above the dock; null: heights are not known against each other. */
export const flownTop = (
  { profile: { samples, returnSea } }: ShownProfile,
  { settings }: RoutePlan,
): number | null => {
  if (returnSea === null) return null;
  let top = returnSea;
  for (const { route } of samples) if (route !== null) top = Math.max(top, route);
  return top - returnSea + settings.returnHeight;
};

/** The ways out and home on the map; nothing is flown sideways in a climb or a descent. */
export const waysOf = ({ path }: Pick<Computed, 'path'>): Line[] =>
  path.flatMap(({ phase, from, to, ground }, at): Line[] =>
    (phase === 'transit' || phase === 'return') && ground > 0
      ? [
          {
            id: `way.${at}`,
            path: [from, to].map(({ lng, lat }) => ({ lng, lat })),
            tone: phase === 'transit' ? 'text' : 'good',
            width: 2,
            dashed: true,
            arrows: true,
          },
        ]
      : [],
  );

/** Least metres of air on the way home; null: the ground or the height is not known all along it. */
export const homeClearance = ({ path, profile }: Pick<Computed, 'path' | 'profile'>): number | null => {
  // Where it climbs from its last point it is where the route has led it.
  const home = profile.samples.filter(({ phase, leg }) => phase === 'return' && (path[leg]?.ground ?? 0) > 0);
  if (home.length === 0) return null;
  let least = Infinity;
  for (const { clearance } of home) {
    if (clearance === null) return null;
    least = Math.min(least, clearance);
  }
  return least;
};

import { gateRegionOf, type DrawnRegion, type GateRegion, type RoutePlan } from '@eyrie/domain';
import { checkPlan, type CheckContext, type PlanCheck } from './check/index.ts';
import { planFigures, type PlanFigures } from './figures.ts';
import { flightPath, type PathLeg } from './flight-path.ts';
import { groundOfGrid, type GroundGrid } from './ground-grid.ts';
import { planProfile, type PlanProfile } from './profile.ts';
import { profileRegions, type ProfileRegion } from './profile-regions.ts';
import type { Ground, ResolvedRoute } from './resolved.ts';
import { pathClearances } from './samples.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';

/** A region as rules ask it; null: it is switched off, or has no inside. */
export const gateRegion = (region: DrawnRegion): GateRegion | null =>
  region.enabled ? gateRegionOf(region) : null;

/** What a page posts to its worker: nothing but values. */
export interface PlanQuestion extends Omit<CheckContext, 'regions'> {
  readonly plan: RoutePlan;
  /** Heights; null: none are loaded, and everything that needs them is unknown. */
  readonly grid: GroundGrid | null;
  /** Missing: not loaded. */
  readonly regions?: readonly DrawnRegion[];
  /** Samples of the profile at most. */
  readonly samples?: number;
}

/** What comes back. */
export interface PlanAnswer {
  readonly route: ResolvedRoute;
  readonly path: readonly PathLeg[];
  readonly figures: PlanFigures;
  readonly profile: PlanProfile;
  /** Regions under the profile; null: none are loaded. */
  readonly over: readonly ProfileRegion[] | null;
  readonly check: PlanCheck;
}

const unknownGround: Ground = { height: () => null, undulation: () => Number.NaN };

/** Route, figures, profile and findings of a plan at once: what is computed for one of them serves the others. */
export function planAll(
  { plan, grid, regions, samples, ...context }: PlanQuestion,
  ground: Ground = grid ? groundOfGrid(grid) : unknownGround,
): PlanAnswer {
  const route = resolvePlan(plan, ground);
  const path = flightPath(plan, route, ground);
  const clearances = pathClearances(path, ground);
  const bare = planFigures(route, plan, ground, path, clearances);
  const figures = { ...bare, clearance: { ...bare.clearance, unread: context.unreadLayers ?? [] } };
  const gates = regions && { regions: regions.flatMap((region) => gateRegion(region) ?? []) };
  return {
    route,
    path,
    figures,
    profile: planProfile(route, plan, ground, { path, ...(samples === undefined ? {} : { most: samples }) }),
    over: gates ? profileRegions(path, gates.regions) : null,
    check: checkPlan(plan, route, ground, { ...context, ...gates }, { path, clearances, figures }),
  };
}

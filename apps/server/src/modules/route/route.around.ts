import type { RoutePlan } from '@eyrie/domain';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { dockPlaceFor } from '../dock/index.ts';
import { rulesFor } from '../region/index.ts';
import { flownFrom, type PlanAround } from './plan-warnings.ts';
import { groundUnder, type ReadGround, type ReadSurface } from './route.ground.ts';

/**
 * Terrain, regions and dock around a plan, as far as the caller sees them.
 *
 * @param groupOID department of the route
 */
export async function aroundPlan(
  { db, ground, surface }: { db: DbOrTrx; ground: ReadGround; surface: ReadSurface },
  caller: Scope,
  { plan, groupOID }: { plan: RoutePlan; groupOID: string },
): Promise<PlanAround> {
  const { dockOID } = plan.settings;
  const dock = dockOID === null ? null : await dockPlaceFor(db, caller, dockOID);
  const { lng = null, lat = null, height = null } = dock ?? {};
  const standing = lng === null || lat === null ? null : { lng, lat, height };
  const takeOff = plan.settings.takeOff ?? standing;
  const [under, regions] = await Promise.all([
    groundUnder({ ground, surface }, caller, flownFrom(plan, { takeOff })),
    rulesFor(db, dock?.groupOID ?? groupOID),
  ]);
  return { ground: under, regions, takeOff };
}

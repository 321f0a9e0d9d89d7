import type { RoutePlan } from '@eyrie/domain';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { dockDepartment, dockPlaceFor } from '../dock/index.ts';
import { judgingLayers, unseenLayers } from '../layer/index.ts';
import { rulesFor } from '../region/index.ts';
import { takeOffRead, wantedBy, type Before, type Sight } from './look.ts';
import { flownFrom, type PlanAround } from './plan-warnings.ts';
import { groundUnder, type ReadGround, type ReadSurface } from './route.ground.ts';

/** A plan that is to be judged. */
export interface About {
  plan: RoutePlan;
  /** Department of the route. */
  groupOID: string;
  /** What was found of the route before; null: it is new. */
  before: Before | null;
  /** Judged as a flight, which may come home straight from anywhere. */
  homeward?: boolean;
}

/** The dock that a plan names: what the caller sees of it, and the department whose rules hold there, whoever looks. */
async function dockOf(db: DbOrTrx, caller: Scope, { settings: { dockOID } }: RoutePlan) {
  if (dockOID === null) return { department: null, place: null };
  const [department, seen] = await Promise.all([
    dockDepartment(db, caller.groupRoot, dockOID),
    dockPlaceFor(db, caller, dockOID),
  ]);
  const { lng = null, lat = null, height = null } = seen ?? {};
  return { department, place: lng === null || lat === null ? null : { lng, lat, height } };
}

/** Terrain, regions and dock around a plan, as far as the caller sees them, and what of it was read. */
export async function aroundPlan(
  { db, ground, surface }: { db: DbOrTrx; ground: ReadGround; surface: ReadSurface },
  caller: Scope,
  { plan, groupOID, before, homeward = false }: About,
): Promise<{ around: PlanAround; sight: Sight }> {
  const dock = await dockOf(db, caller, plan);
  const takeOff = plan.settings.takeOff ?? dock.place;
  const wanted = wantedBy(before);
  // Asked first: what changes while it is read counts as not looked at.
  const layers = await judgingLayers(db, caller);
  const [under, regions, unseen] = await Promise.all([
    groundUnder({ ground, surface }, caller, { plan: flownFrom(plan, { takeOff }), homeward }),
    rulesFor(db, dock.department ?? groupOID),
    unseenLayers(db, caller, wanted?.filter((one) => one !== takeOffRead) ?? null),
  ]);
  const terrain = layers.filter(({ oid, role }) => role === 'terrain' && !under.lostTerrain.has(oid));
  const hidden = takeOff === null && dock.department !== null;
  return {
    around: { ground: under.ground, regions, takeOff, unseen: unseen.map(({ name }) => name) },
    sight: {
      layers: Object.fromEntries(layers.map(({ oid, stamp }) => [oid, stamp])),
      read: [
        ...under.surfaces.here,
        ...terrain.map(({ oid }) => oid),
        ...(takeOff === null ? [] : [takeOffRead]),
      ],
      without: [
        ...unseen.map(({ oid }) => oid),
        ...under.surfaces.lost,
        ...under.lostTerrain,
        ...(hidden ? [takeOffRead] : []),
      ],
    },
  };
}

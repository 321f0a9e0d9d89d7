import { modelKey, modelName } from '@eyrie/dji';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { dockIdentities } from '../dock/index.ts';
import { nearestDocks } from './nearest.ts';
import { routeBegin } from './nearest.store.ts';

/**
 * Docks of the same department that are able to fly a route instead of the one that was to, the nearest to its beginning
 * first: by the verdict of the nearest dock, and with an aircraft of the model that the route was made for.
 */
export const otherDocks = async (
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  caller: Caller,
  { routeOID, dockOID }: { routeOID: string; dockOID: string },
): Promise<string[]> => {
  const route = await routeBegin(runtime.db, routeOID);
  if (!route) return [];
  const near = await nearestDocks(runtime, caller, route);
  const able = near.flatMap((one) => (one.ready && one.dockOID !== dockOID ? [one.dockOID] : []));
  const docks = new Map(
    (await dockIdentities(runtime.db, [dockOID, ...able])).map((dock) => [dock.oid, dock]),
  );
  const own = docks.get(dockOID);
  const wanted = route.droneModel && modelName(route.droneModel);
  return able.filter((oid) => {
    const dock = docks.get(oid);
    const key = modelKey(dock?.droneModel ?? '');
    return dock !== undefined && dock.groupOID === own?.groupOID && key !== null && modelName(key) === wanted;
  });
};

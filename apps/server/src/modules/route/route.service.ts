import { createHash } from 'node:crypto';
import type { RouteRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { RouteParser } from './route-parser.ts';
import { createRouteLists } from './route.lists.ts';
import {
  holdRoute,
  lockRoutes,
  markRoutesDeleted,
  routeByOid,
  routesInUse,
  updateRoute,
} from './route.store.ts';

export interface RouteDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  objects: Objects;
  parser: RouteParser;
}

/** The stored file. @throws Refusal `routeChanged` when it is gone or not the one that was reviewed. */
async function fileOf(objects: Objects, route: { objectKey: string; checksum: string }): Promise<Buffer> {
  const found = await objects.get(route.objectKey);
  if (!found) throw new Refusal('routeChanged');
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (createHash('sha256').update(bytes).digest('hex') !== route.checksum) throw new Refusal('routeChanged');
  return bytes;
}

export function createRouteService(deps: RouteDeps) {
  const { runtime, audit, objects } = deps;
  const { db } = runtime;
  const lists = createRouteLists(deps);

  async function edit(
    request: { oid: string; name?: string | undefined; remark?: string | undefined },
    context: CallContext,
  ): Promise<RouteRecord> {
    const { oid, ...change } = request;
    await db.transaction().execute(async (trx) => {
      if (!(await updateRoute(trx, context.caller, oid, change))) throw notFound();
      await audit.done(trx, context, 'route.edit', { oid, ...change });
    });
    const { waypoints: _, ...record } = await lists.get(context.caller, oid);
    return record;
  }

  /** All or none. Flights that are over keep their route; one that waits or flies holds it. */
  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    const wanted = [...new Set(oids)];
    await db.transaction().execute(async (trx) => {
      const found = await lockRoutes(trx, context.caller, wanted);
      if (found.length !== wanted.length) throw notFound();
      const used = await routesInUse(trx, wanted);
      if (used.length > 0) {
        const name = found.find((one) => one.oid === used[0])?.name ?? '';
        throw new Refusal('inUse', { values: { name }, data: { oids: used } });
      }
      await markRoutesDeleted(trx, wanted, new Date(runtime.serverTime()));
      const detail = { routes: found.map(({ oid, name }) => ({ oid, name })) };
      await audit.done(trx, context, 'route.delete', detail);
    });
  }

  /** The route for a new flight, held against deletion until the transaction ends. */
  async function forFlight(trx: DbOrTrx, caller: Caller, oid: string) {
    await holdRoute(trx, oid);
    const found = await routeByOid(trx, caller, oid);
    if (!found) throw notFound();
    const { inUse: _, ...route } = found;
    return route;
  }

  return {
    ...lists,
    edit,
    remove,
    forFlight,
    fileOf: (route: { objectKey: string; checksum: string }) => fileOf(objects, route),
  };
}
export type RouteService = ReturnType<typeof createRouteService>;

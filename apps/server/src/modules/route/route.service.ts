import { createHash } from 'node:crypto';
import { Buffer } from 'node:buffer';
import { routeCalls, type RouteDetail, type RouteRecord } from '@eyrie/domain';
import type { CallContext, Caller, UploadedFile } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { allowedWords } from '../permission/index.ts';
import { nameOfFile } from './file-name.ts';
import type { ParsedRoute } from './parsed-route.ts';
import type { RouteParser } from './route-parser.ts';
import {
  countRoutes,
  holdRoute,
  insertRoute,
  lockRoutes,
  markRoutesDeleted,
  modelName,
  pageOfRoutes,
  routeByOid,
  routesInUse,
  updateRoute,
  type Page,
  type RouteFilter,
  type StoredRoute,
} from './route.store.ts';

export interface RouteDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  objects: Objects;
  parser: RouteParser;
}

const kmzType = routeCalls.download.bytes ?? 'application/octet-stream';

const withAllowed = (caller: Caller, { inUse, ...record }: StoredRoute): RouteRecord => {
  const { get, download, edit, remove } = routeCalls;
  const calls = inUse ? [get, download, edit] : [get, download, edit, remove];
  return { ...record, allowed: allowedWords(caller.resources, calls) };
};

export function createRouteService(deps: RouteDeps) {
  const { runtime, audit, objects } = deps;
  const { db } = runtime;

  async function list(caller: Caller, request: RouteFilter & Page) {
    const { pageNum, pageSize, ...filter } = request;
    if (filter.groupOID) await deps.department.requireVisible(caller, filter.groupOID);
    const { rows, total } = await pageOfRoutes(db, caller, filter, { pageNum, pageSize });
    return { list: rows.map((row) => withAllowed(caller, row)), total, pageNum, pageSize };
  }

  async function get(caller: Caller, oid: string): Promise<RouteDetail> {
    const found = await routeByOid(db, caller, oid);
    if (!found) throw notFound();
    const { waypoints, objectKey: _, ...record } = found;
    return { ...withAllowed(caller, record), waypoints };
  }

  /** @throws Refusal with the reason of the route package, one to one. */
  async function parse(bytes: Uint8Array): Promise<ParsedRoute> {
    const result = await deps.parser.parse(bytes);
    if (result.ok) return result.route;
    throw new Refusal(result.refusal.reason, { data: { detail: result.refusal.detail } });
  }

  /** Reads a file and, unless it is only a preview, stores the file and its route. */
  async function importKmz(
    file: UploadedFile | null,
    options: { name?: string | undefined; remark?: string | undefined; preview: boolean },
    context: CallContext,
  ): Promise<Omit<RouteDetail, 'oid'> & { oid?: string }> {
    const { caller } = context;
    if (!file) throw invalidField('file', 'required');
    const parsed = await parse(file.bytes);
    const checksum = createHash('sha256').update(file.bytes).digest('hex');
    const oid = runtime.newOid();
    const createdAt = new Date(Math.round(runtime.serverTime()));
    const route = {
      ...parsed,
      oid,
      groupRoot: caller.groupRoot,
      groupOID: caller.groupOID,
      name: options.name?.trim() || nameOfFile(file.name),
      remark: options.remark ?? '',
      objectKey: `routes/${caller.groupRoot}/${oid}.kmz`,
      checksum,
      createdBy: caller.memberOID,
      createdAt,
    };
    if (options.preview) {
      const { oid: _, objectKey: __, ...shown } = route;
      return {
        ...shown,
        groupName: (await deps.department.find(caller.groupOID))?.name ?? '',
        droneModelName: modelName(parsed.droneModel),
        createdBy: caller.name,
        createdAt: createdAt.getTime(),
        allowed: [],
      };
    }
    await objects.put(route.objectKey, Buffer.from(file.bytes), { contentType: kmzType, sha256: checksum });
    try {
      await db.transaction().execute(async (trx) => {
        await insertRoute(trx, route);
        const detail = { oid, name: route.name, checksum, waypointCount: route.waypointCount };
        await audit.write(trx, {
          ...auditedCaller(context),
          action: 'route.import',
          outcome: 'done',
          detail,
        });
      });
    } catch (error) {
      // A file without a row would never be found again.
      await objects
        .delete(route.objectKey)
        .catch((err: unknown) => runtime.log.warn({ err }, 'a file was left'));
      throw error;
    }
    return get(caller, oid);
  }

  async function edit(
    request: { oid: string; name?: string | undefined; remark?: string | undefined },
    context: CallContext,
  ): Promise<RouteRecord> {
    const { oid, ...change } = request;
    await db.transaction().execute(async (trx) => {
      if (!(await updateRoute(trx, context.caller, oid, change))) throw notFound();
      await audit.write(trx, {
        ...auditedCaller(context),
        action: 'route.edit',
        outcome: 'done',
        detail: { oid, ...change },
      });
    });
    const { waypoints: _, ...record } = await get(context.caller, oid);
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
      await audit.write(trx, { ...auditedCaller(context), action: 'route.delete', outcome: 'done', detail });
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

  /** The stored file. @throws Refusal `routeChanged` when it is gone or not the one that was reviewed. */
  async function fileOf(route: { objectKey: string; checksum: string }): Promise<Buffer> {
    const found = await objects.get(route.objectKey);
    if (!found) throw new Refusal('routeChanged');
    const chunks: Buffer[] = [];
    for await (const chunk of found.stream) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (createHash('sha256').update(bytes).digest('hex') !== route.checksum)
      throw new Refusal('routeChanged');
    return bytes;
  }

  return {
    list,
    count: (caller: Caller, filter: RouteFilter) => countRoutes(db, caller, filter),
    get,
    importKmz,
    edit,
    remove,
    forFlight,
    fileOf,
    find: (caller: Caller, oid: string) => routeByOid(db, caller, oid),
  };
}
export type RouteService = ReturnType<typeof createRouteService>;

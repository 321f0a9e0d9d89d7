import { routeCalls, type RouteDetail, type RouteRecord } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { allowedWords } from '../permission/index.ts';
import {
  countRoutes,
  pageOfRoutes,
  routeByOid,
  type Page,
  type RouteFilter,
  type StoredRoute,
} from './route.store.ts';

const withAllowed = (caller: Caller, { inUse, ...record }: StoredRoute): RouteRecord => {
  const { get, download, edit, remove } = routeCalls;
  const calls = inUse ? [get, download, edit] : [get, download, edit, remove];
  return { ...record, allowed: allowedWords(caller.resources, calls) };
};

/** Everything that is read about routes. */
export function createRouteLists({
  runtime: { db },
  department,
}: {
  runtime: Pick<Runtime, 'db'>;
  department: DepartmentRoom;
}) {
  async function list(caller: Caller, request: RouteFilter & Page) {
    const { pageNum, pageSize, ...filter } = request;
    if (filter.groupOID) await department.requireVisible(caller, filter.groupOID);
    const { rows, total } = await pageOfRoutes(db, caller, filter, { pageNum, pageSize });
    return { list: rows.map((row) => withAllowed(caller, row)), total, pageNum, pageSize };
  }

  async function get(caller: Caller, oid: string): Promise<RouteDetail> {
    const found = await routeByOid(db, caller, oid);
    if (!found) throw notFound();
    const { waypoints, objectKey: _, ...record } = found;
    return { ...withAllowed(caller, record), waypoints };
  }

  return {
    list,
    count: (caller: Caller, filter: RouteFilter) => countRoutes(db, caller, filter),
    get,
    find: (caller: Caller, oid: string) => routeByOid(db, caller, oid),
  };
}

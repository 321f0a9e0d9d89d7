import type { ParsedRequestOf, RouteRecord, routeCalls } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { createList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { presentRoute } from './route.present.ts';
import { holdRoute, routeList, routes, type StoredRouteDetail } from './route.store.ts';

type Edit = ParsedRequestOf<typeof routeCalls.edit>;

export const createRoutes = (deps: ListDeps) =>
  createList<typeof routeList, RouteRecord, never, Edit>(
    {
      list: routeList,
      word: 'route',
      present: (rows, viewer) => rows.map((row) => presentRoute(row, viewer)),
      removed: (rows) => ({ routes: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );

export type RouteList = ReturnType<typeof createRoutes>;

/** @throws Refusal `notFound` */
export async function requireRoute(
  db: DbOrTrx,
  reader: { caller: Caller },
  oid: string,
): Promise<StoredRouteDetail> {
  const found = await routes.detail(db, reader, oid);
  if (!found) throw notFound();
  return found;
}

/** The route for a new flight, held against deletion until the transaction ends. @throws Refusal `notFound` */
export async function routeForFlight(trx: DbOrTrx, caller: Caller, oid: string): Promise<StoredRouteDetail> {
  await holdRoute(trx, oid);
  return requireRoute(trx, { caller }, oid);
}

import { routeAround } from '../modules/route/index.ts';
import type { Log } from '../platform/log.ts';
import { demoDocks, type DemoRoute } from './demo.places.ts';
import type { ServerCalls } from './server-calls.ts';

/** The oid of the route on the server, uploaded when it is not there. Null when the server refuses. */
export async function provideRoute(calls: ServerCalls, route: DemoRoute, log: Log): Promise<string | null> {
  const body = { keyword: route.name, pageSize: 50 };
  const found = await calls.post<{ list: { oid: string; name: string }[] }>(
    '/nebula-five/uavroute/query.rest',
    body,
  );
  if (!found.ok) return null;
  const there = found.data.list.find((row) => row.name === route.name);
  if (there) return there.oid;
  const dock = demoDocks[route.dock];
  if (!dock) return null;
  const bytes = routeAround(dock, { ...route, createdAt: Date.now() });
  const fields = { name: route.name };
  const file = { name: `${route.name}.kmz`, bytes };
  const added = await calls.upload<{ oid: string }>('/nebula-five/uavroute/uploadKmz.rest', fields, file);
  if (added.ok) return added.data.oid;
  log('routeRefused', { name: route.name, reason: added.reason, message: added.message });
  return null;
}

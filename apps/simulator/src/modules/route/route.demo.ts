import type { DemoBook, KnownRoute } from '../../platform/demo-book.ts';
import { demoLanguages, namedIn, type DemoRoom } from '../../platform/demo-room.ts';
import type { Log } from '../../platform/log.ts';
import type { ServerCalls } from '../../platform/server-calls.ts';
import { demoDocks } from '../dock/index.ts';
import { demoRoutes, type DemoRoute } from './demo-routes.ts';
import { routeAround } from './route-around.ts';

export const demo: DemoRoom = {
  async fill({ calls, book, log, insist }, language) {
    for (const route of namedIn(demoRoutes, language))
      await insist('route', () => provideRoute(calls, book, route, log));
  },
};

type NamedRoute = DemoRoute & { name: string };
interface Row {
  oid: string;
  name: string;
}

/**
 * The oid of the route on the server, uploaded when it is not there, under the wanted name unless a person gave it
 * another. Null when the server refuses.
 */
export async function provideRoute(
  calls: ServerCalls,
  book: DemoBook,
  route: NamedRoute,
  log: Log,
): Promise<string | null> {
  const there = await findRoute(calls, book, route);
  if (there === null) return null;
  if (there) return renameRoute(calls, book, route, there);
  const dock = demoDocks[route.dock];
  if (!dock) return null;
  const bytes = routeAround(dock, { ...route, suffix: route.key, createdAt: Date.now() });
  const { name } = route;
  const file = { name: `${name}.kmz`, bytes };
  const added = await calls.upload<{ oid: string }>('/nebula-five/uavroute/uploadKmz.rest', { name }, file);
  if (!added.ok) {
    log('routeRefused', { name, reason: added.reason, message: added.message });
    return null;
  }
  book.putRoute(route.key, { oid: added.data.oid, name });
  return added.data.oid;
}

/** As it stands on the server, with the name that the demo gave it. Undefined: not there; null: the server refuses. */
async function findRoute(
  calls: ServerCalls,
  book: DemoBook,
  route: NamedRoute,
): Promise<(Row & { given: string }) | undefined | null> {
  const known: KnownRoute | undefined = book.route(route.key);
  if (known) {
    const found = await calls.get<Row>('/nebula-five/uavroute/get.rest', { oid: known.oid });
    if (found.ok) return { oid: known.oid, name: found.data.name, given: known.name };
    if (found.status !== 404) return null;
  }
  // A demo of an older version kept no book of its routes.
  for (const language of demoLanguages) {
    const keyword = route.names[language];
    const found = await calls.post<{ list: Row[] }>('/nebula-five/uavroute/query.rest', {
      keyword,
      pageSize: 50,
    });
    if (!found.ok) return null;
    const row = found.data.list.find(({ name }) => name === keyword);
    if (row) return { ...row, given: keyword };
  }
  return undefined;
}

/** Only the name that the demo itself gave is replaced; the tasks of its flights are called like the route. */
async function renameRoute(
  calls: ServerCalls,
  book: DemoBook,
  route: NamedRoute,
  { oid, name, given }: Row & { given: string },
): Promise<string | null> {
  if (given === route.name || given !== name) {
    if (!book.route(route.key)) book.putRoute(route.key, { oid, name: given });
    return oid;
  }
  const tasks = await calls.post<{ list: Row[] }>('/nebula-five/uavtask/query.rest', {
    keyword: given,
    pageSize: 50,
  });
  if (!tasks.ok) return null;
  const renamed = await Promise.all(
    tasks.data.list
      .filter((task) => task.name === given)
      .map((task) => calls.post('/nebula-five/uavtask/edit.rest', { oid: task.oid, name: route.name })),
  );
  const edited = await calls.post('/nebula-five/uavroute/edit.rest', { oid, name: route.name });
  if (!edited.ok || renamed.some((answer) => !answer.ok)) return null;
  book.putRoute(route.key, { oid, name: route.name });
  return oid;
}

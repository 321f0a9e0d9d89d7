import type { DemoBook, KnownRecord } from '../demo.book.ts';
import { demoLanguages, namedIn, type DemoRoom, type DemoWorld, type Names } from '../demo-room.ts';
import type { Log } from '../../platform/log.ts';
import type { ServerCalls } from '../server-calls.ts';
import { demoDocks } from './dock.ts';
import { routeAround } from '../../modules/route/index.ts';

export interface DemoRoute {
  /** By which the demo knows it, whatever it is called. */
  key: string;
  names: Names;
  /** Which of the docks it belongs to. */
  dock: number;
  drone: { enumValue: number; subEnumValue: number };
  payload: number;
  speed: number;
  points: readonly { bearing: number; meters: number; height: number; photo?: boolean }[];
}

const ring = (count: number, meters: number, height: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    bearing: (from + (index * 360) / count) % 360,
    meters,
    height,
  }));

export const demoRoutes: readonly DemoRoute[] = [
  {
    key: 'turbines30',
    names: { 'zh-CN': '东区风机巡检', en: 'East turbines', ar: 'توربينات الشرق' },
    dock: 0,
    drone: { enumValue: 67, subEnumValue: 0 },
    payload: 52,
    speed: 9,
    points: ring(6, 150, 50, 20),
  },
  {
    key: 'road',
    names: { 'zh-CN': '西区道路巡查', en: 'West road patrol', ar: 'دورية الطريق الغربي' },
    dock: 1,
    drone: { enumValue: 91, subEnumValue: 1 },
    payload: 81,
    speed: 11,
    points: [
      { bearing: 250, meters: 80, height: 50 },
      { bearing: 262, meters: 210, height: 55 },
      { bearing: 285, meters: 300, height: 55 },
      { bearing: 310, meters: 260, height: 60, photo: false },
      { bearing: 335, meters: 190, height: 60 },
      { bearing: 350, meters: 90, height: 50 },
    ],
  },
  {
    key: 'pasture',
    names: { 'zh-CN': '南区草场环线', en: 'South pasture loop', ar: 'حلقة المرعى الجنوبي' },
    dock: 2,
    drone: { enumValue: 100, subEnumValue: 1 },
    payload: 99,
    speed: 12,
    points: ring(7, 160, 50, 200),
  },
  {
    key: 'powerLine',
    names: { 'zh-CN': '南区集电线路', en: 'South power line', ar: 'خط الكهرباء الجنوبي' },
    dock: 2,
    drone: { enumValue: 100, subEnumValue: 1 },
    payload: 99,
    speed: 10,
    points: [
      { bearing: 15, meters: 90, height: 50 },
      { bearing: 20, meters: 200, height: 55 },
      { bearing: 28, meters: 320, height: 55 },
      { bearing: 42, meters: 300, height: 55 },
      { bearing: 60, meters: 170, height: 50 },
    ],
  },
];

export const demo: DemoRoom = {
  async fill({ calls, book, log, insist }, language) {
    for (const route of namedIn(demoRoutes, language))
      await insist('route', () => provideRoute(calls, book, route, log));
  },
  async run(world) {
    while (!world.ended() && !(await saveOverTerrain(world))) await world.pause(terrainLookMs);
  },
};

/** Between two looks whether the terrain of the world is there, ms. */
const terrainLookMs = 10_000;

/**
 * Routes that came before the terrain were judged over nothing: once it is there, each is saved anew as it is. One that
 * cannot be saved now stays as it was judged.
 * @returns whether there is nothing left to wait for
 */
export async function saveOverTerrain({ calls, book }: Pick<DemoWorld, 'calls' | 'book'>): Promise<boolean> {
  const layer = book.layer('terrain');
  if (!layer) return false;
  const terrain = await calls.get<{ state: string }>('/nebula-five/layer/get.rest', { oid: layer.oid });
  if (!terrain.ok) return terrain.status === 404 || terrain.status === 403;
  if (terrain.data.state === 'preparing') return false;
  for (const { key } of demoRoutes) {
    const oid = book.route(key)?.oid;
    const route =
      oid === undefined ? null : await calls.get<Judged>('/nebula-five/uavroute/get.rest', { oid });
    if (oid === undefined || !route?.ok) continue;
    if (!route.data.warnings.some(({ values }) => values?.['missing'] === 'terrain')) continue;
    const found = await calls.get<{ plan: unknown }>('/nebula-five/uavroute/getPlan.rest', { oid });
    if (found.ok) await calls.post('/nebula-five/uavroute/edit.rest', { oid, plan: found.data.plan });
  }
  return true;
}

interface Judged {
  warnings: readonly { values?: Readonly<Record<string, unknown>> }[];
}

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
  const known: KnownRecord | undefined = book.route(route.key);
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

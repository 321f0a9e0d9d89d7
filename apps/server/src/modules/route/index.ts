import { routeCalls, type RouteDetail, type RoutePlan } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { serveList, type Viewer } from '../../platform/list/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { createRouteMaker, createRouteParser, createVectorParser } from './route-parser.ts';
import { createRoutePlans, type RoutePlans } from './route.plans.ts';
import { routeFile } from './route.file.ts';
import type { RouteDeps } from './route.deps.ts';
import { createRouteImport } from './route.import.ts';
import { createRouteTimes } from './route.backfill.ts';
import { createFlightJudge, type FlightJudge } from './route.flight.ts';
import { createRouteJudge } from './route.judge.ts';
import { createOwnFiles } from './route.own-file.ts';
import { createRouteLibrary, type RouteLibrary } from './route.library.ts';
import { createRouteExport } from './route.export.ts';
import { createRouteTables } from './route.table.ts';
import { createRouteRecording } from './route.recording.ts';
import { createRoutes, requireRoute, routeForFlight } from './route.list.ts';
import { presentRoute } from './route.present.ts';
import { routeTemplateEndpoints } from './route.template.ts';

export type { FlightJudge, FlightJudgement, TakeOff } from './route.flight.ts';
export { groundOf, groundUnder, type PlanGround, type ReadGround, type ReadSurface } from './route.ground.ts';
export { routeBlocked } from './route-blocked.ts';
export type { LibraryQuery, LibraryRoute, RouteLibrary } from './route.library.ts';

export interface RouteRoom {
  endpoints: Endpoint[];
  forFlight: typeof routeForFlight;
  /** Looks at a route again and keeps what is found, so that it is arranged and started by what stands there now. */
  today: RoutePlans['today'];
  /** Saves a route that another room plans, by the same rules as a drawn one. @returns its oid */
  makeFor: RoutePlans['makeFor'];
  /** The plan of a route by the file of a flight; null: it is gone, or its file cannot be read. */
  planFlown(oid: string, checksum: string): Promise<RoutePlan | null>;
  /** Judges a route as one dock flies it. */
  flown: FlightJudge;
  /** Judges routes that were stored before their whole time was counted, waiting between two. */
  countTimes(wait: (ms: number) => Promise<void>): Promise<void>;
  /** As an app for pilots keeps routes: with favourites, and by file. */
  library: RouteLibrary;
  /** End the threads that read and write files, and what judges routes beside them. */
  units: readonly Unit[];
}

export function createRoute(
  runtime: Runtime,
  given: Omit<RouteDeps, 'runtime' | 'parser' | 'maker' | 'vectorParser'>,
): RouteRoom {
  const { db } = runtime;
  const { audit, objects } = given;
  const parser = createRouteParser();
  const maker = createRouteMaker();
  const vectorParser = createVectorParser();
  const deps = { runtime, parser, maker, vectorParser, ...given };
  const list = createRoutes(deps);
  const show = async (oid: string, viewer: Viewer): Promise<RouteDetail> => {
    const found = await requireRoute(db, viewer, oid);
    return { ...presentRoute(found, viewer), waypoints: found.waypoints };
  };
  const judge = createRouteJudge(deps);
  const own = createOwnFiles(deps, judge);
  const importKmz = createRouteImport(deps, { judge, own, show });
  const plans = createRoutePlans(deps, list, judge, show);
  const tables = createRouteTables(deps, plans, show);
  const recording = createRouteRecording(deps, list, plans);
  const flown = createFlightJudge(runtime, judge, plans.planOf);
  const times = createRouteTimes(runtime, plans.checkAgain);
  const endpoints = serveList(routeCalls, list, {
    add: plans.add,
    edit: plans.edit,
    splitFlights: plans.splitFlights,
    getPlan: plans.getPlan,
    versions: plans.versions,
    versionRestore: plans.versionRestore,
    copy: plans.copy,
    exportFile: createRouteExport(deps, plans, own),
    uploadExcel: tables.uploadExcel,
    downloadExcel: tables.downloadExcel,
    uploadFile: tables.uploadFile,
    newroute: recording.newroute,
    end: recording.end,
    get: ({ oid }, context) => show(oid, context),
    uploadKmz: ({ name, remark, preview }, context) =>
      importKmz(context.file, { name, remark, preview: preview === 'true' }, context),
    download: async ({ oid }, context) => {
      const route = await requireRoute(db, context, oid);
      const done = () => audit.done(db, context, 'route.download', { oid, checksum: route.checksum });
      return routeFile(objects, route, done, (bytes) => own.dressed(oid, bytes));
    },
  });
  const library = createRouteLibrary(deps, importKmz);
  return {
    endpoints: [...endpoints, ...routeTemplateEndpoints(deps)],
    forFlight: routeForFlight,
    today: plans.today,
    makeFor: plans.makeFor,
    planFlown: plans.planFlown,
    flown,
    countTimes: times.all,
    library,
    units: [parser, maker, vectorParser, times],
  };
}

import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { createRouteParser } from './route-parser.ts';
import { routeEndpoints } from './route.endpoints.ts';
import { createRouteService, type RouteService } from './route.service.ts';

export interface RouteRoom extends Pick<RouteService, 'find' | 'forFlight' | 'fileOf'> {
  endpoints: Endpoint[];
  /** Ends the parsing thread. */
  unit: Unit;
}

export function createRoute(
  runtime: Runtime,
  given: { audit: AuditLog; department: DepartmentRoom; objects: Objects },
): RouteRoom {
  const parser = createRouteParser();
  const deps = { runtime, parser, ...given };
  const routes = createRouteService(deps);
  const { find, forFlight, fileOf } = routes;
  return { find, forFlight, fileOf, endpoints: routeEndpoints(routes, deps), unit: parser };
}

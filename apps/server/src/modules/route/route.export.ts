import {
  routeFileTypes,
  type ParsedRequestOf,
  type PlanPoint,
  type routeCalls,
  type RouteDetail,
  type RoutePlan,
  type Waypoint,
} from '@eyrie/domain';
import { escapeXml } from '@eyrie/wpml';
import { attachment } from '../../platform/http/attachment.ts';
import { BytesAnswer, type CallContext, type Language } from '../../platform/http/endpoint.ts';
import { tableAnswer, type Cell } from '../../platform/table/index.ts';
import { pointColumns, titleOf, wordOf } from './point-columns.ts';
import type { RouteDeps } from './route.deps.ts';
import { routeBlocked } from './route-blocked.ts';
import { requireRoute } from './route.list.ts';
import type { StoredRouteDetail } from './route.store.ts';
import type { RoutePlans } from './route.plans.ts';
import { routeFile } from './route.file.ts';
import type { OwnFiles } from './route.own-file.ts';

type Request = ParsedRequestOf<typeof routeCalls.exportFile>;
type Flown = Pick<RouteDetail, 'name' | 'heightMode' | 'waypoints'>;

const pointKinds = new Set<RoutePlan['type']>(['waypoint', 'waypointMapping']);

/** Points as a table has them: those that were set by hand, or those that follow from an area. */
function tablePoints(plan: RoutePlan, waypoints: readonly Waypoint[]): PlanPoint[] {
  if (pointKinds.has(plan.type)) return plan.points;
  return waypoints.map(({ lng, lat, height, speed, actions }, index) => ({
    id: `p${index + 1}`,
    lng,
    lat,
    height,
    speed,
    actions: actions.some(({ func }) => func === 'takePhoto') ? [{ type: 'takePhoto' as const }] : [],
  }));
}

/** The table that an import reads again: names of the columns for programs, headings for people, one row a point. */
function* tableRows(
  plan: RoutePlan,
  waypoints: readonly Waypoint[],
  language: Language,
): Generator<readonly Cell[]> {
  yield pointColumns.map(({ id }) => id);
  yield pointColumns.map((column) => titleOf(column, language));
  for (const point of tablePoints(plan, waypoints))
    yield pointColumns.map((column) => {
      const cell = column.cell(point, plan);
      return column.words && typeof cell === 'string' ? wordOf(column, cell, language) : cell;
    });
}

const placeOf = ({ lng, lat, height }: Waypoint): [number, number, number] => [lng, lat, height];
const closed = (ring: readonly { lng: number; lat: number }[]): [number, number][] =>
  [...ring, ...ring.slice(0, 1)].map(({ lng, lat }) => [lng, lat]);

/** The flown line, its points, and the parts of an area, in WGS-84; heights above what `heightMode` names. */
function geojsonOf({ name, heightMode, waypoints }: Flown, plan: RoutePlan): string {
  const feature = (geometry: object, properties: object) => ({ type: 'Feature', properties, geometry });
  const areas = pointKinds.has(plan.type) ? [] : plan.area.parts;
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      feature({ type: 'LineString', coordinates: waypoints.map(placeOf) }, { name, heightMode }),
      ...waypoints.map((one, index) =>
        feature({ type: 'Point', coordinates: placeOf(one) }, { name: String(index + 1), speed: one.speed }),
      ),
      ...areas.map(({ outer, holes }) =>
        feature({ type: 'Polygon', coordinates: [outer, ...holes].map(closed) }, { name }),
      ),
    ],
  });
}

const altitudeModes: Readonly<Record<string, string>> = {
  relative: 'relativeToGround',
  ground: 'relativeToGround',
};

function kmlOf({ name, heightMode, waypoints }: Flown): string {
  const mode = altitudeModes[heightMode] ?? 'absolute';
  const text = (one: Waypoint): string => placeOf(one).join(',');
  const placemark = (title: string, geometry: string): string =>
    `<Placemark><name>${escapeXml(title)}</name>${geometry}</Placemark>`;
  const shape = (kind: string, coordinates: string): string =>
    `<${kind}><altitudeMode>${mode}</altitudeMode><coordinates>${coordinates}</coordinates></${kind}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(name)}</name>`,
    placemark(name, shape('LineString', waypoints.map(text).join(' '))),
    ...waypoints.map((one, index) => placemark(String(index + 1), shape('Point', text(one)))),
    '</Document></kml>\n',
  ].join('\n');
}

const textAnswer = (name: string, as: 'kml' | 'geojson', text: string): BytesAnswer => {
  const bytes = Buffer.from(text);
  return new BytesAnswer(bytes, {
    'content-type': routeFileTypes[as],
    'content-length': String(bytes.length),
    'content-disposition': attachment(name, as),
    'x-content-type-options': 'nosniff',
  });
};

/** Routes as files for aircraft, maps and tables. */
export function createRouteExport(
  { runtime: { db }, audit, objects }: RouteDeps,
  plans: RoutePlans,
  own: OwnFiles,
) {
  /** The stored file, or one made anew for another aircraft, camera or version of the format. */
  async function kmz(request: Request, route: StoredRouteDetail, context: CallContext) {
    const { drone, payload, wpmlVersion: version } = request;
    const done = () =>
      audit.done(db, context, 'route.download', { oid: route.oid, checksum: route.checksum });
    const warnings = await plans.warningsToday(route, context);
    if (warnings.some(({ blocking }) => blocking)) throw routeBlocked(warnings, context.language);
    if (drone === undefined && payload === undefined && version === undefined)
      return routeFile(objects, route, done, (bytes) => own.dressed(route.oid, bytes));
    const made = await plans.madeFor(route, { drone, payload, version }, context);
    if (made.route.warnings.some(({ blocking }) => blocking))
      throw routeBlocked(made.route.warnings, context.language);
    const bytes = await own.dressed(route.oid, made.bytes, { drone, payload, version });
    await done();
    return new BytesAnswer(bytes, {
      'content-type': routeFileTypes.kmz,
      'content-length': String(bytes.length),
      'content-disposition': attachment(route.name, 'kmz'),
    });
  }

  return async (request: Request, context: CallContext): Promise<BytesAnswer> => {
    const route = await requireRoute(db, context, request.oid);
    if (request.as === 'kmz') return kmz(request, route, context);
    const plan = await plans.lastPlan(route.oid);
    await audit.done(db, context, 'route.download', {
      oid: route.oid,
      checksum: route.checksum,
      format: request.as,
    });
    if (request.as === 'geojson') return textAnswer(route.name, 'geojson', geojsonOf(route, plan));
    if (request.as === 'kml') return textAnswer(route.name, 'kml', kmlOf(route));
    return tableAnswer(route.name, request.as, tableRows(plan, route.waypoints, context.language));
  };
}

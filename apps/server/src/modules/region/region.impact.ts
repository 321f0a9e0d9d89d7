import {
  limits,
  shapeOfGeometry,
  type ParsedRequestOf,
  type RegionImpact,
  type RegionKind,
  type regionCalls,
} from '@eyrie/domain';
import { sharesWithin, zoneOf, type Place, type Zone } from '@eyrie/geometry';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { routesNear, type FoundRoute } from './region.impact.store.ts';
import { regionsRead } from './region.store.ts';
import { requireShape } from './region.values.ts';

type Asked = ParsedRequestOf<typeof regionCalls.impact>;
type Touched = RegionImpact['routes'][number];
type Leg = Touched['legs'][number];

/** Shares of a leg are not told apart closer than this. */
const slack = 1e-6;
const isInside = (zone: Zone, from: Place, to: Place): boolean => {
  const [only, ...more] = sharesWithin(zone, from, to);
  return more.length === 0 && only !== undefined && only[0] <= slack && only[1] >= 1 - slack;
};

/** Every leg of a route, with the ways between it and the docks of its open flights. */
function* legsOf({ waypoints, flights }: FoundRoute): Generator<Leg & { start: Place; end: Place }> {
  for (const [at, end] of waypoints.entries()) {
    const start = waypoints[at - 1];
    if (start) yield { from: at, to: at + 1, start, end };
  }
  const docks = flights.flatMap(({ lng, lat }) => (lng === null || lat === null ? [] : [{ lng, lat }]));
  const [first, last] = [waypoints[0], waypoints.at(-1)];
  if (first && last)
    for (const dock of docks) {
      yield { from: 0, to: 1, start: dock, end: first };
      yield { from: waypoints.length, to: waypoints.length + 1, start: last, end: dock };
    }
}

const touchedLegs = (route: FoundRoute, before: Zone | null, after: Zone | null, kind: RegionKind | null) => {
  const legs = new Map<string, Leg>();
  let against = false;
  for (const { from, to, start, end } of legsOf(route)) {
    const within = after !== null && sharesWithin(after, start, end).length > 0;
    const leaves = kind === 'keepIn' && after !== null && !isInside(after, start, end);
    against ||= leaves || (within && kind === 'noFly');
    if (within || leaves || (before && sharesWithin(before, start, end).length > 0))
      legs.set(`${from}-${to}`, { from, to });
  }
  return { legs: [...legs.values()], against };
};

const unique = <T extends { oid: string }>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [one.oid, one])).values(),
];

/** @throws Refusal `notFound`, `invalid` */
export async function impactOf(
  db: DbOrTrx,
  { oid, draft }: Asked,
  context: CallContext,
): Promise<RegionImpact> {
  const former = oid === undefined ? null : await regionsRead.detail(db, context, oid);
  if (former === undefined) throw notFound();
  // A note binds nobody.
  const ruling = (kind: RegionKind): boolean => kind !== 'note';
  const before = former && ruling(former.kind) ? zoneOf(shapeOfGeometry(former.geometry, former)) : null;
  const after = draft && ruling(draft.kind) ? zoneOf(requireShape(draft)) : null;
  if (draft && !ruling(draft.kind)) requireShape(draft);
  const bounds = [before, after].flatMap((zone) => zone?.bounds ?? []);
  if (bounds.length === 0) return { routes: [], more: false };
  const found = await routesNear(db, context.caller, bounds, after && draft ? { kind: draft.kind } : null);
  const routes = found.slice(0, limits.region.looked).flatMap((route): Touched[] => {
    const { legs, against } = touchedLegs(route, before, after, draft?.kind ?? null);
    if (legs.length === 0) return [];
    return [
      {
        oid: route.oid,
        name: route.name,
        waypointCount: route.waypoints.length,
        legs: legs.slice(0, 200),
        against,
        tasks: unique(route.flights.map(({ taskOID, taskName }) => ({ oid: taskOID, name: taskName }))).slice(
          0,
          50,
        ),
        flights: route.flights
          .slice(0, 50)
          .map(({ oid: flightOID, state, dockName }) => ({ oid: flightOID, state, dockName })),
      },
    ];
  });
  return {
    // What would be refused comes first.
    routes: routes.toSorted((a, b) => Number(b.against) - Number(a.against)).slice(0, limits.region.touched),
    more: routes.length > limits.region.touched || found.length > limits.region.looked,
  };
}

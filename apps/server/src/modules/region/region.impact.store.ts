import { sql } from 'kysely';
import { limits, type RegionKind } from '@eyrie/domain';
import type { Place, ShapeBounds } from '@eyrie/geometry';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import { boxesOf, type RegionScope } from './region.store.ts';

export interface FoundRoute {
  oid: string;
  name: string;
  waypoints: readonly Place[];
  flights: {
    oid: string;
    state: 'created' | 'inFlight';
    dockName: string;
    lng: number | null;
    lat: number | null;
    taskOID: string;
    taskName: string;
  }[];
}

/** Routes near a box, and those of open flights, whose way from and to the dock may pass where the route does not. */
export async function routesNear(
  db: DbOrTrx,
  scope: RegionScope,
  bounds: readonly ShapeBounds[],
  after: { kind: RegionKind } | null,
): Promise<FoundRoute[]> {
  const boxes = bounds.flatMap(boxesOf);
  const near = sql<boolean>`${sql.join(
    boxes.map((box) => sql`route_box(route.waypoints) && ${box}`),
    sql` or `,
  )}`;
  // Whoever has to stay in it may be anywhere.
  const found = after?.kind === 'keepIn' ? sql<boolean>`true` : near;
  const { rows } = await sql<FoundRoute>`
    with wanted as (
      select route.oid from route
      where route.deleted_at is null and ${inScope('route.group_oid', scope)} and (${found})
      union
      select flight.route_oid from flight
      where flight.state <> 'over' and flight.deleted_at is null and ${inScope('flight.group_oid', scope)}
      limit ${limits.region.looked + 1}
    )
    select route.oid, route.name, route.waypoints, coalesce((
      select jsonb_agg(jsonb_build_object('oid', flight.oid, 'state', flight.state, 'dockName', dock.name,
        'lng', dock_snapshot.lng, 'lat', dock_snapshot.lat, 'taskOID', task.oid, 'taskName', task.name)
        order by flight.created_at desc)
      from flight join dock on dock.oid = flight.dock_oid join task on task.oid = flight.task_oid
      left join dock_snapshot on dock_snapshot.dock_oid = dock.oid
      where flight.route_oid = route.oid and flight.state <> 'over' and flight.deleted_at is null
        and ${inScope('flight.group_oid', scope)}
    ), '[]'::jsonb) as flights
    from wanted join route on route.oid = wanted.oid
    where ${inScope('route.group_oid', scope)}
    order by route.name, route.oid`.execute(db);
  return rows;
}

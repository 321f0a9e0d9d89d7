import type { PhotoFacts } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { madeHere } from '../flight/index.ts';

/** A route that was to be flown within a period, by the file of its last flight there. */
export interface PromisedRoute {
  oid: string;
  name: string;
  checksum: string;
  flights: number;
}

/** As the statistics count flights: a missed one has neither start nor end. */
const moment = sql.raw('coalesce(flight.start_time, flight.end_time, flight.created_at)');

/** Routes of the flights that a period was to have, flown or not; those of the most flights first. */
export const promisedRoutes = async (
  db: DbOrTrx,
  scope: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<PromisedRoute[]> => {
  const { rows } = await sql<PromisedRoute>`select route.oid, route.name, count(*)::int as flights,
      (array_agg(flight.route_checksum order by ${moment} desc, flight.oid desc))[1] as checksum
    from flight join route on route.oid = flight.route_oid
    where flight.deleted_at is null and ${inScope('flight.group_oid', scope)}
      and ${moment} >= ${from} and ${moment} < ${to}
    group by route.oid, route.name order by flights desc, route.name, route.oid`.execute(db);
  return rows;
};

export interface HomePhoto {
  facts: PhotoFacts | null;
  width: number;
  height: number;
}

/** Photos that came home from the flights of a route within a period; none that the server made of a video or a live picture. */
export const homePhotos = async (
  db: DbOrTrx,
  scope: Scope,
  { from, to }: { from: Date; to: Date },
  { routeOID, most }: { routeOID: string; most: number },
): Promise<HomePhoto[]> => {
  const { rows } = await sql<HomePhoto>`select media.facts, coalesce(media.width, 0) as width,
      coalesce(media.height, 0) as height
    from media join flight on flight.oid = media.flight_oid
    where flight.route_oid = ${routeOID}::uuid and flight.deleted_at is null
      and ${inScope('flight.group_oid', scope)} and ${moment} >= ${from} and ${moment} < ${to}
      and media.kind = 'photo' and media.deleted_at is null and not ${madeHere}
    order by media.oid limit ${most}`.execute(db);
  return rows;
};

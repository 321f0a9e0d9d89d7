import { limits, type FlightAgain, type PhotoFacts } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, reading, type Scope, type Viewer } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { dockList } from '../dock/index.ts';

/** What is to be seen again. */
export interface Sighted {
  groupRoot: string;
  orderOID: string | null;
  outcomeOID: string | null;
  mediaOID: string;
}

export interface SightedPhoto {
  dockOID: string | null;
  isRead: boolean;
  facts: PhotoFacts | null;
}

export const sightedPhoto = async (
  db: DbOrTrx,
  scope: Scope,
  oid: string,
): Promise<SightedPhoto | undefined> => {
  const row = await db
    .selectFrom('media')
    .leftJoin('flight', 'flight.oid', 'media.flight_oid')
    .select([
      'media.facts',
      'media.reading_state',
      sql<string | null>`coalesce(media.dock_oid, flight.dock_oid)`.as('dockOID'),
    ])
    .where('media.oid', '=', oid)
    .where('media.kind', '=', 'photo')
    .where('media.deleted_at', 'is', null)
    .where(inScope('media.group_oid', scope))
    .executeTakeFirst();
  return (
    row && {
      dockOID: row.dockOID,
      isRead: row.reading_state !== 'waiting',
      facts: row.facts,
    }
  );
};

const docks = reading(dockList);
/** Docks that one organisation has at the most. */
const docksMost = 5_000;

/** Docks of the caller from which something may be flown. */
export const docksInService = (db: DbOrTrx, viewer: Viewer) =>
  docks.first(db, viewer, { standing: 'inService' }, docksMost);

const sameSight = ({ orderOID, outcomeOID, mediaOID }: Sighted): RawBuilder<boolean> =>
  sql<boolean>`(flight_again.media_oid = ${mediaOID}::uuid
    and flight_again.order_oid is not distinct from ${orderOID}::uuid
    and flight_again.outcome_oid is not distinct from ${outcomeOID}::uuid)`;

/** The route to the same view for a dock that the caller still has. */
export const standingAgain = async (
  db: DbOrTrx,
  scope: Scope,
  sighted: Sighted,
  dockOID: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('flight_again')
    .innerJoin('route', 'route.oid', 'flight_again.route_oid')
    .select('route.oid')
    .where(sameSight(sighted))
    .where('flight_again.dock_oid', '=', dockOID)
    .where('route.deleted_at', 'is', null)
    // A route that somebody has drawn on is another one.
    .where('route.number', '=', 1)
    .where(inScope('route.group_oid', scope))
    .orderBy('flight_again.created_at', 'desc')
    .executeTakeFirst();
  return row?.oid ?? null;
};

/** Until the transaction ends nobody else makes a route to the same view. */
export const lockSight = async (trx: DbOrTrx, { mediaOID }: Sighted): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flight_again ${mediaOID}`}, 0))`.execute(trx);
};

export const insertAgain = async (
  trx: DbOrTrx,
  sighted: Sighted,
  made: { oid: string; routeOID: string; dockOID: string; memberOID: string; at: Date },
): Promise<void> => {
  await trx
    .insertInto('flight_again')
    .values({
      oid: made.oid,
      group_root: sighted.groupRoot,
      order_oid: sighted.orderOID,
      outcome_oid: sighted.outcomeOID,
      media_oid: sighted.mediaOID,
      route_oid: made.routeOID,
      dock_oid: made.dockOID,
      created_by: made.memberOID,
      created_at: made.at,
    })
    .execute();
};

type OrderKeys = { oid: string; outcomeOID: string | null };

export const ofOrder = ({ oid, outcomeOID }: OrderKeys): RawBuilder<boolean> =>
  sql<boolean>`(flight_again.order_oid = ${oid}::uuid or flight_again.outcome_oid = ${outcomeOID}::uuid)`;

/** Routes to the view of an order with their flights, the last one first. */
export const flightsAgain = async (db: DbOrTrx, order: OrderKeys): Promise<FlightAgain[]> => {
  const { rows } = await sql<Omit<FlightAgain, 'at'> & { at: Date }>`
    select flight_again.oid, case when route.deleted_at is null then route.oid end as "routeOID", route.name as "routeName",
      dock.name as "dockName", member.name as by, flight_again.created_at as at,
      coalesce((select jsonb_agg(jsonb_build_object('oid', flight.oid, 'state', flight.state, 'outcome', flight.outcome,
          'startTime', (extract(epoch from flight.start_time) * 1000)::bigint) order by flight.created_at desc, flight.oid)
        from flight where flight.route_oid = route.oid and flight.deleted_at is null), '[]') as flights
    from flight_again join route on route.oid = flight_again.route_oid join dock on dock.oid = flight_again.dock_oid
      join member on member.oid = flight_again.created_by
    where ${ofOrder(order)}
    order by flight_again.created_at desc, flight_again.oid limit ${limits.workOrder.againMost}`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }));
};

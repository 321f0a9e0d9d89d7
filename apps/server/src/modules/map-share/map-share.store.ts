import { limits, type MapShareRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope, type Scope } from '../../platform/list/index.ts';
import { duringFlight } from '../telemetry/index.ts';

/** A share that stands, with what decides who may open it. */
export interface OpenShare {
  oid: string;
  name: string;
  groupRoot: string;
  groupOID: string;
  createdBy: string;
  dockOIDs: string[];
  regionOIDs: string[];
  layerOIDs: string[];
  flightOID: string | null;
  mediaOIDs: string[];
  mediaAs: MapShareRecord['mediaAs'];
  expiresAt: Date;
  passwordHash: string | null;
  wrong: number;
  wrongAt: Date | null;
}

const standing = (db: DbOrTrx, at: Date) =>
  db
    .selectFrom('map_share')
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', at)
    .select([
      'oid',
      'name',
      'group_root as groupRoot',
      'group_oid as groupOID',
      'created_by as createdBy',
      'dock_oids as dockOIDs',
      'region_oids as regionOIDs',
      'layer_oids as layerOIDs',
      'flight_oid as flightOID',
      'media_oids as mediaOIDs',
      'media_as as mediaAs',
      'expires_at as expiresAt',
      'password_hash as passwordHash',
      'wrong',
      'wrong_at as wrongAt',
    ]);

/** @returns null for one that is unknown, revoked or over at that moment */
export const shareByToken = async (db: DbOrTrx, tokenHash: Buffer, at: Date): Promise<OpenShare | null> =>
  (await standing(db, at).where('token_hash', '=', tokenHash).executeTakeFirst()) ?? null;

export const shareByOid = async (db: DbOrTrx, oid: string, at: Date): Promise<OpenShare | null> =>
  (await standing(db, at).where('oid', '=', oid).executeTakeFirst()) ?? null;

/** Wrong passwords after which a share is closed to guesses, unless the last one came before `since`. */
export interface GuessBound {
  most: number;
  at: Date;
  since: Date;
}

/**
 * Takes one of the guesses that are left, before it is looked at. In one statement: guesses that come at once, at
 * whichever server, count each other.
 * @returns false when none is left
 */
export async function takeGuess(db: DbOrTrx, oid: string, { most, at, since }: GuessBound): Promise<boolean> {
  const { rows } = await sql<{ wrong: number }>`
    update map_share set wrong = case when wrong_at > ${since} then wrong + 1 else 1 end, wrong_at = ${at}
    where oid = ${oid} and (wrong < ${most} or wrong_at is null or wrong_at <= ${since})
    returning wrong`.execute(db);
  return rows.length === 1;
}

/** The password was right: what was guessed before counts no more. */
export async function clearGuesses(db: DbOrTrx, oid: string): Promise<void> {
  await db.updateTable('map_share').set({ wrong: 0 }).where('oid', '=', oid).execute();
}

/**
 * Makes room for one more page of an address.
 * @returns false when it has as many as one may, or all places are taken by those who have no more than it
 */
async function makeRoom(trx: DbOrTrx, share: string, address: string, since: Date): Promise<boolean> {
  const { viewersMost, addressViewersMost } = limits.mapShare;
  const { rows } = await sql<{ address: string; count: number }>`
    select address, count(*)::int as count from map_share_viewer
    where share_oid = ${share} and seen_at >= ${since} group by address order by count desc`.execute(trx);
  const own = rows.find((row) => row.address === address)?.count ?? 0;
  if (own >= addressViewersMost) return false;
  if (rows.reduce((sum, { count }) => sum + count, 0) < viewersMost) return true;
  const [greediest] = rows;
  if (!greediest || greediest.count <= own + 1) return false;
  await sql`delete from map_share_viewer where share_oid = ${share} and viewer = (
    select viewer from map_share_viewer where share_oid = ${share} and address = ${greediest.address}
    order by seen_at limit 1)`.execute(trx);
  return true;
}

/** Writes an opening down with its viewer. @returns false when there is no place for it */
export async function enterShare(
  db: DbOrTrx,
  share: string,
  { viewer, address, at }: { viewer: string; address: string; at: Date },
): Promise<boolean> {
  const { ticketFor, viewerFor } = limits.mapShare;
  return db.transaction().execute(async (trx) => {
    // The row is locked first, so that two openings at once count each other.
    await trx
      .updateTable('map_share')
      .set((columns) => ({ opened: columns('opened', '+', 1) }))
      .where('oid', '=', share)
      .execute();
    await trx
      .deleteFrom('map_share_viewer')
      .where('share_oid', '=', share)
      .where('seen_at', '<', new Date(at.getTime() - ticketFor))
      .execute();
    if (!(await makeRoom(trx, share, address, new Date(at.getTime() - viewerFor)))) return false;
    await trx
      .insertInto('map_share_viewer')
      .values({ share_oid: share, viewer, seen_at: at, address })
      .execute();
    return true;
  });
}

/** A viewer is still there; written at most every few seconds. @returns false when its place went to another */
export async function touchViewer(db: DbOrTrx, share: string, viewer: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - limits.mapShare.touchEvery);
  const { rows } = await sql<{ seen: Date }>`
    select seen_at as seen from map_share_viewer where share_oid = ${share} and viewer = ${viewer}`.execute(
    db,
  );
  const [found] = rows;
  if (found && found.seen < since)
    await db
      .updateTable('map_share_viewer')
      .set({ seen_at: at })
      .where('share_oid', '=', share)
      .where('viewer', '=', viewer)
      .execute();
  return found !== undefined;
}

/** How many pages look at each of some shares, by its oid; those that nobody looks at are left out. */
export const viewersOf = async (
  db: DbOrTrx,
  shares: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> => {
  if (shares.length === 0) return new Map();
  const rows = await db
    .selectFrom('map_share_viewer')
    .select((columns) => ['share_oid', columns.fn.countAll<string>().as('count')])
    .where('share_oid', 'in', [...shares])
    .where('seen_at', '>=', since)
    .groupBy('share_oid')
    .execute();
  return new Map(rows.map(({ share_oid: share, count }) => [share, Number(count)]));
};

export const countViewers = async (db: DbOrTrx, share: string, since: Date): Promise<number> =>
  (await viewersOf(db, [share], since)).get(share) ?? 0;

/** What is last known of docks in a scope; those outside of it are left out. */
export const docksOf = (db: DbOrTrx, scope: Scope, oids: readonly string[]) =>
  oids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('dock')
        .leftJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
        .leftJoin('drone', (join) =>
          join.onRef('drone.dock_oid', '=', 'dock.oid').on('drone.deleted_at', 'is', null),
        )
        .where('dock.oid', 'in', [...oids])
        .where('dock.kind', '=', 'dock')
        .where('dock.deleted_at', 'is', null)
        .where(inScope('dock.group_oid', scope))
        .select([
          'dock.oid',
          'dock.name',
          'dock_snapshot.online',
          'dock_snapshot.lng',
          'dock_snapshot.lat',
          'dock_snapshot.last_seen_at as lastSeenAt',
          'dock_snapshot.drone_values as droneValues',
          'drone.oid as droneOID',
          'drone.name as droneName',
        ])
        .execute();

export interface LastPoint {
  drone_oid: string;
  at: Date;
  lng: number;
  lat: number;
  height: number | null;
  elevation: number | null;
  head: number | null;
  speed_h: number | null;
  percent: number | null;
}

/** The last recorded point of aircraft, as far as it is younger than `since`. One reading of the index for each. */
export const lastPoints = async (db: DbOrTrx, drones: readonly string[], since: Date): Promise<LastPoint[]> =>
  drones.length === 0
    ? []
    : (
        await sql<LastPoint>`select last.* from unnest(${[...drones]}::uuid[]) as one (oid) cross join lateral (
          select drone_oid, at, lng, lat, height, elevation, head, speed_h, percent from drone_telemetry
          where drone_oid = one.oid and at > ${since} and lng is not null and lat is not null
          order by at desc limit 1) as last`.execute(db)
      ).rows;

/** The flown points of a flight after a moment, the oldest first. */
export const pointsAfter = async (db: DbOrTrx, flightOID: string, after: Date, most: number) =>
  db
    .selectFrom('drone_telemetry')
    .select(['at', 'lng', 'lat', 'height'])
    .where('flight_oid', '=', flightOID)
    .where(await duringFlight(db, flightOID))
    .where('at', '>', after)
    .where('lng', 'is not', null)
    .orderBy('at')
    .limit(most)
    .execute();

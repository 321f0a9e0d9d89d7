import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/**
 * Aircraft of docks that were in the hand of a pilot go back behind their docks.
 * @param except serial number of the one that still is in the hand; null: none
 * @returns the docks and controllers of which one came or went
 */
export const sendHome = async (
  db: DbOrTrx,
  controllerOIDs: readonly string[],
  except: string | null = null,
): Promise<string[]> => {
  const { rows } = await sql<{ from_oid: string; to_oid: string }>`
    with lent as (
      select drone.oid, drone.dock_oid as from_oid, home.oid as to_oid
      from drone join dock home on home.oid = drone.home_oid and home.deleted_at is null
      where drone.dock_oid = any(${[...controllerOIDs]}::uuid[]) and drone.deleted_at is null
        and drone.sn is distinct from ${except}
        and not exists (select 1 from drone other where other.dock_oid = home.oid and other.deleted_at is null)
      order by drone.sn, drone.oid
      for update of drone)
    update drone set dock_oid = lent.to_oid, home_oid = null from lent where drone.oid = lent.oid
    returning lent.from_oid, lent.to_oid`.execute(db);
  return [...new Set(rows.flatMap(({ from_oid, to_oid }) => [from_oid, to_oid]))];
};

/** Where an aircraft is now. */
export interface Owner {
  oid: string;
  kind: 'dock' | 'remoteController' | 'robot';
  /** It flies there, or is on and in reach. */
  inUse: boolean;
}

/** Docks and controllers of these, with whether their aircraft is in use. @param since an aircraft heard of later is on */
export const ownersOf = async (
  trx: DbOrTrx,
  oids: readonly string[],
  since: Date,
): Promise<Map<string, Owner>> => {
  if (oids.length === 0) return new Map();
  const { rows } = await sql<Owner>`
    select dock.oid, dock.kind,
      coalesce(snapshot.drone_online and snapshot.drone_last_seen_at > ${since}, false)
        or exists (select 1 from flight where flight.dock_oid = dock.oid and flight.deleted_at is null
          and flight.state = 'inFlight') as "inUse"
    from dock left join dock_snapshot snapshot on snapshot.dock_oid = dock.oid
    where dock.oid = any(${[...oids]}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.oid, row]));
};

import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export interface NamedRoute {
  oid: string;
  name: string;
  /** How long a flight of it takes; from its first point to its last where no more is known. */
  seconds: number;
}

/** Routes that a caller sees, by their oids; deleted ones too, as runs of the past flew them. */
export const routesByOid = async (
  db: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
): Promise<Map<string, NamedRoute>> => {
  const { rows } = await sql<NamedRoute>`
    select route.oid, route.name, coalesce(route.flight_time, route.duration)::float8 as seconds from route
    where route.oid = any(${[...new Set(oids)]}::uuid[]) and ${inScope('route.group_oid', caller)}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.oid, row]));
};

/** Names of docks that a caller sees. */
export const dockNames = async (
  db: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
): Promise<Map<string, string>> => {
  const { rows } = await sql<{ oid: string; name: string }>`select dock.oid, dock.name from dock
    where dock.oid = any(${[...new Set(oids)]}::uuid[]) and ${inScope('dock.group_oid', caller)}`.execute(db);
  return new Map(rows.map(({ oid, name }) => [oid, name]));
};

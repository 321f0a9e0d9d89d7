import { sql, type Kysely } from 'kysely';

const statements = [
  // Number and waypoints of each line of the file, in their order; null: it was stored as one line.
  `alter table route add column lines jsonb`,
  // Those of the route as the flight was planned, and the line that its aircraft reported last.
  `alter table flight add column lines jsonb, add column current_wayline integer`,
  // Plans of imported files that had only the first of several lines are read anew, each from its own file.
  `update route_version set plan = null, origin_key = object_key
    where origin_key is not null and plan is not null
      and jsonb_array_length(plan -> 'points') < (facts ->> 'waypointCount')::int`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { sql, type Kysely } from 'kysely';

const statements = [
  // A flight by hand belongs to no task and flies no route: it has the point to which it took off.
  `alter table flight
    add column take_off_to jsonb,
    alter column task_oid drop not null,
    alter column route_oid drop not null,
    add constraint flight_of_route_or_by_hand
      check ((take_off_to is null) = (route_oid is not null) and (take_off_to is null) = (task_oid is not null)),
    drop constraint flight_phase_check,
    add constraint flight_phase_check check (phase in
      ('waiting', 'preparing', 'climbing', 'onRoute', 'byHand', 'paused', 'returning', 'landing', 'over'))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

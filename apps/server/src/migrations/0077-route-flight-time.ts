import { sql, type Kysely } from 'kysely';

const statements = [
  // Seconds from take-off to landing; null: not known where it takes off, or stored before it was counted.
  `alter table route add column flight_time double precision`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

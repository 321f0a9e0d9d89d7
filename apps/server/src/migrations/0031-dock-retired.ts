import { sql, type Kysely } from 'kysely';

const statements = [
  // Kept with its flights and its history, and used no more.
  `alter table dock add column retired_at timestamptz`,
  // The flights of an aircraft are listed by themselves, the newest first.
  `drop index flight_drone`,
  `create index flight_drone on flight (drone_oid, created_at desc, oid) where drone_oid is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

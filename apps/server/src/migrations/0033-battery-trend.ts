import { sql, type Kysely } from 'kysely';

const statements = [
  // Figures of a battery over time; written with its report, seldom.
  `create table battery_sample (
    device_oid uuid not null,
    at timestamptz not null,
    cycles int,
    spread real,
    temperature real,
    percent real,
    primary key (device_oid, at)
  )`,
  `create index battery_sample_at on battery_sample (at)`,
  `alter table device_report add column spread real, add column sampled_at timestamptz,
    add column sampled_cycles int`,

  // From which figures on a battery is to be replaced soon. The spread is in millivolt.
  `alter table maintenance_programme add column replace_cycles int, add column replace_stored_days int,
    add column replace_spread int`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

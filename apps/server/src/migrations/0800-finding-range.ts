import { sql, type Kysely } from 'kysely';

/** The release before neither writes nor reads how far findings lie: those that it takes are not measured. */
export const additive = true;

const statements = [
  `alter table detection_outcome
    -- Metres within which its flight searches; null: the flight names none, or it came before that was kept.
    add column ai_range real,
    -- It is to be looked at how far it lies from its camera.
    add column range_waits boolean not null default false,
    -- Metres in a straight line, and by how much they may be wrong; null: its photo does not say it.
    add column ground_distance real,
    add column ground_error real,
    add column beyond_range boolean`,
  `create index detection_outcome_range_waits on detection_outcome (created_at, oid) where range_waits`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

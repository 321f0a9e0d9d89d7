import { sql, type Kysely } from 'kysely';

/** The release before goes on by the moment of a trial alone; what it tries is tried again here. */
export const additive = true;

const statements = [
  // Everything that a rule looked for when it was tried: it decides only while that is what it looks for.
  `alter table affirm_rule add column tried_as text`,
  // Until now each change of it took the trial away.
  `update affirm_rule set tried_as = jsonb_build_array(class, confidence, lng, lat, metres, region_oid)::text
    where tried_at is not null`,
  // Trials of rules that are applied at once and kept nowhere.
  `create table affirm_trial (
    member_oid uuid not null references member (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid) on delete cascade,
    class text not null,
    confidence double precision not null,
    at timestamptz not null,
    primary key (member_oid, group_oid, class, confidence)
  )`,
  // A department that goes is looked for.
  `create index affirm_trial_of_department on affirm_trial (group_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

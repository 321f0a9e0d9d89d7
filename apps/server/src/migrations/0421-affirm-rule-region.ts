import { sql, type Kysely } from 'kysely';

export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // No reference: with its region a rule must not become one for everywhere, and what it decided stays named.
  await sql`alter table affirm_rule add column region_oid uuid,
    -- Mark of the area of the region as the rule was tried on it: of another area it decides nothing.
    add column tried_area text`.execute(db);
};

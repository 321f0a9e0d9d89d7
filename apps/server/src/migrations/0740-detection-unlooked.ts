import { sql, type Kysely } from 'kysely';

/** The release before goes on with the index of what rules decided. */
export const additive = true;

const statements = [
  // What rules and samples decided, which is nobody's review.
  `create index detection_audit_unlooked on detection_audit (outcome_oid, at)
   where (rule_oid is not null or sample_oid is not null) and undone_at is null`,
  // What was judged of what one rule of a run fits: a detector may submit to one run for months.
  `create index detection_outcome_judged on detection_outcome (detection_oid, (coalesce(found_class, class)), confidence)
   include (oid, verdict, verdict_at, class) where verdict is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

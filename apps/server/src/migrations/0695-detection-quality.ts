import { sql, type Kysely } from 'kysely';

/** The release before corrects a class without writing what it was: such a box counts for the class that it became. */
export const additive = true;

const statements = [
  // The class that the detector gave, where a person gave another one; null: it stands as it was found.
  `alter table detection_outcome add column found_class text`,
  `update detection_outcome set found_class = first.class
   from (select distinct on (outcome_oid) outcome_oid, before->>'class' as class from detection_audit
     where before is not null order by outcome_oid, at, oid) first
   where first.outcome_oid = detection_outcome.oid and detection_outcome.confidence is not null
     and first.class is distinct from detection_outcome.class`,
  // What is counted of the boxes of a run lies in the index alone.
  `create index detection_outcome_quality on detection_outcome (detection_oid, media_oid, oid)
   include (verdict, verdict_at, class, found_class, confidence, reason)`,
  // What rules decided, which is nobody's review.
  `create index detection_audit_ruled on detection_audit (outcome_oid, at)
   where rule_oid is not null and undone_at is null`,
  // Verdicts of people in the order in which they were given.
  `create index detection_audit_pace on detection_audit (group_root, at desc)
   include (member_oid, verdict, outcome_oid) where rule_oid is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

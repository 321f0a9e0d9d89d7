import { sql, type Kysely } from 'kysely';

const statements = [
  // Every call asks whether its member's department is the only one at the top of the organisation.
  `create index department_top on department (group_root) where parent_oid is null`,
  // The order of every list of members: a page of tens of thousands was found by sorting all of them.
  `create index member_order on member (group_root, lower(account), oid) include (group_oid)
   where deleted_at is null and not service`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

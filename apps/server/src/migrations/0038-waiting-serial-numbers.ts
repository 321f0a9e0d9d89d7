import { sql, type Kysely } from 'kysely';

const statements = [
  // What another organisation has registered already: a record like any other, under which nothing signs in yet.
  `alter table dock add column waiting boolean not null default false`,
  `drop index dock_sn`,
  `create unique index dock_sn on dock (sn) where deleted_at is null and not waiting`,
  `create unique index dock_sn_waiting on dock (group_root, sn) where deleted_at is null and waiting`,
  `create index dock_sn_claims on dock (sn) where deleted_at is null and waiting`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

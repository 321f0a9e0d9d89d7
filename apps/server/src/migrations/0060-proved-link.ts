import { sql, type Kysely } from 'kysely';

const statements = [
  // When a device first spoke under this very record; null: nothing is ordered by it yet.
  `alter table dock add column proved_at timestamptz`,
  `update dock set proved_at = dock_snapshot.last_seen_at from dock_snapshot
    where dock_snapshot.dock_oid = dock.oid and dock_snapshot.last_seen_at is not null and not dock.waiting
      and dock.deleted_at is null and dock.bound_at is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

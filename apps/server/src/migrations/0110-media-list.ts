import { sql, type Kysely } from 'kysely';

const statements = [
  // What was deleted is kept for a while, and so is its row: a device that repeats itself does not bring it back.
  `alter table media add column deleted_at timestamptz, add column deleted_by uuid references member (oid)`,
  `create index media_taken on media (group_root, (coalesce(shot_at, created_at)) desc, oid) where deleted_at is null`,
  `create index media_deleted on media (deleted_at) where deleted_at is not null`,
  // Whoever else is to have them is decided by people.
  `insert into role_resource (role_oid, resource)
    select oid, resource from role cross join unnest(array['/AchievementDisplay', 'media:edit']) as resource
    where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

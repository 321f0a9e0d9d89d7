import { sql, type Kysely } from 'kysely';

const statements = [
  // Who reviews a picture of a run now. It ends by itself: a page that is gone frees its picture.
  `create table detection_lock (
    detection_oid uuid not null references detection (oid) on delete cascade,
    media_oid uuid not null references media (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    member_oid uuid not null references member (oid) on delete cascade,
    since timestamptz not null,
    until timestamptz not null,
    primary key (detection_oid, media_oid)
  )`,
  `create index detection_lock_until on detection_lock (until)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { sql, type Kysely } from 'kysely';

/** The release before keeps nothing of who reviewed what. */
export const additive = true;

const statements = [
  // Who has reviewed which picture of a run: each for themselves.
  `create table detection_reviewed (
    detection_oid uuid not null references detection (oid) on delete cascade,
    media_oid uuid not null references media (oid) on delete cascade,
    member_oid uuid not null references member (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    at timestamptz not null,
    primary key (detection_oid, media_oid, member_oid)
  )`,
  // A photo or a member that goes is looked for.
  `create index detection_reviewed_of_media on detection_reviewed (media_oid)`,
  `create index detection_reviewed_of_member on detection_reviewed (member_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

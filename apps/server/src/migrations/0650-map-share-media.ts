import { sql, type Kysely } from 'kysely';

/** The release before shows the rest of a share, and none of its files. */
export const additive = true;

const statements = [
  // Photos, videos and other files of a share, and whether they are shown small or handed out as they are.
  `alter table map_share add column media_oids uuid[] not null default '{}'`,
  `alter table map_share add column media_as text not null default 'previews'
    check (media_as in ('previews', 'originals'))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

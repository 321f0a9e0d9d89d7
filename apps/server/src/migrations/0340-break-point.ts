import { sql, type Kysely } from 'kysely';

/** The release before arranges no flight that begins at a breakpoint, and so flies none from its first waypoint by mistake. */
export const additive = true;

const statements = [
  `alter table flight
    -- The flight that was broken off and whose rest this one flies.
    add column continues_oid uuid references flight (oid),
    -- Where on its route it begins: line, waypoint of it, share of the leg behind it; null: at the beginning.
    add column starts_at jsonb constraint flight_continues check ((continues_oid is null) = (starts_at is null))`,
  `create index flight_continued on flight (continues_oid) where continues_oid is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { sql, type Kysely } from 'kysely';

const statements = [
  // Which server takes which live picture, and where the others fetch it from.
  `create table video_stream (
    stream text primary key,
    instance_id text not null,
    -- The machine on whose loopback the address is; null: any machine reaches it.
    machine text,
    address text not null,
    since timestamptz not null default now(),
    seen_at timestamptz not null default now()
  )`,
  `create index video_stream_seen on video_stream (seen_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

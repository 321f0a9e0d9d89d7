import { sql, type Kysely } from 'kysely';

const statements = [
  // What an outside provider said of a cell of the map, for every server.
  `create table weather_reading (
    provider text not null,
    cell text not null,
    reading jsonb,
    read_at timestamptz,
    tried_at timestamptz not null,
    failure text,
    primary key (provider, cell)
  )`,
  `create index weather_reading_tried on weather_reading (tried_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

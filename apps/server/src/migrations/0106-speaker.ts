import { sql, type Kysely } from 'kysely';

const statements = [
  // Sounds that loudspeakers play and texts that they say, of a whole organisation.
  `create table speaker_sound (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    kind text not null check (kind in ('sound', 'speech')),
    name text not null,
    spoken text check ((kind = 'speech') = (spoken is not null)),
    -- Milliseconds and bytes of what a device fetches.
    duration integer check ((kind = 'sound') = (duration is not null)),
    size integer check ((kind = 'sound') = (size is not null)),
    object_key text unique check ((kind = 'sound') = (object_key is not null)),
    md5 text not null,
    created_by uuid references member (oid),
    created_at timestamptz not null
  )`,
  `create index speaker_sound_of_organisation on speaker_sound (group_root, name, oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

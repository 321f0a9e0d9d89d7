import { sql, type Kysely } from 'kysely';

const statements = [
  `create table record_change (
    record_oid uuid not null,
    -- counts the changes of one record
    version int not null,
    -- table of the record
    kind text not null,
    group_root uuid not null references organisation (oid),
    member_oid uuid not null,
    at timestamptz not null default now(),
    -- [{field, from, to}]
    changes jsonb not null,
    primary key (record_oid, version)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { sql, type Kysely } from 'kysely';

/** The release before shows its own layout and knows nothing of these. */
export const additive = true;

const statements = [
  // Of the organisation, for all of its screens; layouts of displays stay with them and go with them.
  `create table cockpit_layout (
    group_root uuid not null references organisation (oid),
    page text not null,
    version int not null,
    -- null: dropped again; the version counts on, so that nobody saves over what was never seen
    layout jsonb,
    changed_by uuid references member (oid),
    changed_at timestamptz not null,
    primary key (group_root, page)
  )`,
  `create table display_layout (
    display_oid uuid not null references display (oid) on delete cascade,
    page text not null,
    version int not null,
    -- null: dropped again; the version counts on, so that nobody saves over what was never seen
    layout jsonb,
    changed_by uuid references member (oid),
    changed_at timestamptz not null,
    primary key (display_oid, page)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { sql, type Kysely } from 'kysely';

const statements = [
  `create table notification (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    member_oid uuid not null references member (oid),
    kind text not null,
    level text not null check (level in ('info', 'attention', 'alarm')),
    values jsonb not null,
    at timestamptz not null,
    read_at timestamptz,
    -- it was to stand over the page at the moment it was told
    popup boolean not null
  )`,
  `create index notification_member on notification (member_oid, at desc, oid desc)`,
  `create index notification_unread on notification (member_oid, at desc, oid desc) where read_at is null`,
  // Old rows go in the order of their age.
  `create index notification_at on notification (at)`,
  // Whether something about a dock was told a moment ago.
  `create index notification_dock on notification ((values ->> 'dockOID'), kind, at desc) where values ? 'dockOID'`,
  `create table notification_preference (
    member_oid uuid primary key references member (oid),
    preferences jsonb not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

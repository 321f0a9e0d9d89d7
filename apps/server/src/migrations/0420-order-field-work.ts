import { sql, type Kysely } from 'kysely';

export const additive = true;

const statements = [
  // Steps that came from the field, each once: what is sent again is answered from here.
  `create table order_field_work (
    member_oid uuid not null references member (oid),
    key text not null,
    order_oid uuid not null references work_order (oid) on delete cascade,
    step text not null check (step in ('claim', 'complete')),
    note text not null default '',
    before_oids uuid[] not null default '{}',
    after_oids uuid[] not null default '{}',
    standing text not null,
    -- Who had the order instead, as they were named then.
    by_name text,
    state text not null,
    -- By the clock of the phone.
    done_at timestamptz not null,
    received_at timestamptz not null,
    primary key (member_oid, key)
  )`,
  `create index order_field_work_order on order_field_work (order_oid, received_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

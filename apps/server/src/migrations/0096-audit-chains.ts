import { sql, type Kysely } from 'kysely';

const statements = [
  // What stands is the general chain of its organisation. A constant default writes no row anew.
  `alter table audit_log add column chain text not null default 'general' check (chain in ('general', 'control'))`,
  `alter table audit_log alter column chain drop default`,
  `create unique index audit_log_place on audit_log (group_root, chain, chain_seq) nulls not distinct`,
  `drop index audit_log_chain`,

  `alter table audit_head add column chain text not null default 'general' check (chain in ('general', 'control'))`,
  `alter table audit_head alter column chain drop default`,
  `alter table audit_head drop constraint audit_head_pkey, add primary key (group_root, chain)`,
  // The heads of an organisation come together, so that a missing one shows. A chain begins with the hash of its name.
  `insert into audit_head (group_root, chain, previous_hash, hash, seq)
     select group_root, 'control', sha256('control'), sha256('control'), 0 from audit_head`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { sql, type Kysely } from 'kysely';

const statements = [
  // Tries to sign in that look at a password now. What is under way is waited for; it is neither right nor wrong yet.
  `create table login_try (
    oid uuid primary key,
    account text not null,
    address text not null,
    begun_at timestamptz not null
  )`,
  `create index login_try_account on login_try (account)`,
  `create index login_try_address on login_try (address)`,

  // Rises whenever all sessions of a member end: whoever began to sign in before that proved something outdated.
  `alter table member add column sign_in_epoch int not null default 0`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

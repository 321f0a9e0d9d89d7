import { sql, type Kysely } from 'kysely';

const statements = [
  // What a member chose for layers of maps; without a row all is as the organisation has it.
  `create table layer_choice (
    member_oid uuid primary key references member (oid) on delete cascade,
    choices jsonb not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

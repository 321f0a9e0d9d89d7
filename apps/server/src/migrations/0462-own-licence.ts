import { sql, type Kysely } from 'kysely';

/** The release before lets members enter none of their own, and deletes what waits as any other. */
export const additive = true;

const statements = [
  `alter table member_licence
    -- Entered by its holder: it counts once somebody who keeps the members has confirmed it.
    add column unconfirmed boolean not null default false,
    add column confirmed_by uuid references member (oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

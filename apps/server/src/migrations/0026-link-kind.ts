import { sql, type Kysely } from 'kysely';

const statements = [
  // Controllers and robots sign in, are claimed and are sent orders as docks are; their lists are those of devices. Their
  // row has the oid of the device.
  `alter table dock add column kind text not null default 'dock' check (kind in ('dock', 'remoteController', 'robot'))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { sql, type Kysely } from 'kysely';

const statements = [
  // The last order for each setting of a dock is read whenever somebody looks at them.
  `create index command_parameter on command (dock_oid, (arguments->>'name'), created_at desc)
    where method = 'setParameter'`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

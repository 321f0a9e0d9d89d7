import pg from 'pg';

/** The account with which the embedded database is used; the owner's is for migrations and restoring alone. */
export const appRole = 'eyrie_app';

/** Nobody who works through the product may change what was written down, nor make an older release believe its schema. */
const kept = ['audit_log', 'kysely_migration', 'kysely_migration_lock'];

/**
 * Lets a role use the current schema and no more: it reads and writes rows, adds to the audit log without changing or
 * removing what stands there, owns nothing but the queue's schema, and cannot alter a table. Safe to repeat after
 * every migration, also from several servers at once.
 * @param url of the owner of the schema.
 */
export async function grantUse(url: string, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await asOwner(url, [
    `grant usage on schema public to ${name}`,
    `grant select, insert, update, delete on all tables in schema public to ${name}`,
    `grant usage on all sequences in schema public to ${name}`,
    ...kept.map((table) => `revoke update, delete, truncate, references, trigger on ${table} from ${name}`),
    `revoke insert on kysely_migration, kysely_migration_lock from ${name}`,
    // A head that is gone would let a chain begin anew.
    `revoke delete, truncate on audit_head from ${name}`,
    `alter schema pgboss owner to ${name}`,
  ]);
}

/** Makes the role of the embedded database, or gives it its password again, and lets it use the schema. @returns its address. */
export async function openAppRole(url: string, password: string): Promise<string> {
  const name = pg.escapeIdentifier(appRole);
  await asOwner(url, [
    `do $$ begin create role ${name}; exception when duplicate_object then null; end $$`,
    `alter role ${name} with login nosuperuser nocreatedb nocreaterole noinherit noreplication
      password ${pg.escapeLiteral(password)}`,
  ]);
  await grantUse(url, appRole);
  const address = new URL(url);
  address.username = appRole;
  address.password = password;
  return address.href;
}

/** Runs statements in one transaction; of several servers that start at once, one after the other. */
async function asOwner(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'eyrie-grant' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('eyrie grants'))`);
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end().catch(() => undefined);
  }
}

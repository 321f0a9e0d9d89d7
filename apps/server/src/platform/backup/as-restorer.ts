import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../postgres/schema.ts';
import type { Db } from '../runtime.ts';

/** Connections for restoring, without limits of time, seen in the database's list as what they are. */
export async function asRestorer<T>(
  url: string,
  work: (client: pg.Client, db: Db) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'eyrie-restore' });
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const client = new pg.Client({ connectionString: url, application_name: 'eyrie-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client, db);
  } finally {
    await client.end().catch(() => undefined);
    await db.destroy();
  }
}

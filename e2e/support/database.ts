/** The database of a product under test: what a story cannot wait for is put into the past there. */
import { sql } from 'kysely';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { connectDatabase, startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import type { Product } from './product.ts';

/** Ends the life of the binding code of a dock, as a day would. */
export async function expireCode({ dataDir, databaseUrl }: Product, dockOID: string): Promise<void> {
  const log = createLog({ level: 'warn' });
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log }) : null;
  const url = databaseUrl ?? embedded?.url ?? '';
  const database = connectDatabase({ url, log, poolSize: 1, name: 'eyrie-story' });
  try {
    await sql`update binding_code set expires_at = to_timestamp(0) where dock_oid = ${dockOID}`.execute(
      database.kysely,
    );
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

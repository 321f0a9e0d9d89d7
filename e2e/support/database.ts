/** The database of a product under test: what a story cannot wait for is put into the past there. */
import { sql, type RawBuilder } from 'kysely';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { connectDatabase, startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import type { Product } from './product.ts';

async function change({ dataDir, databaseUrl }: Product, statement: RawBuilder<unknown>): Promise<void> {
  const log = createLog({ level: 'warn' });
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log }) : null;
  const url = databaseUrl ?? embedded?.url ?? '';
  const database = connectDatabase({ url, log, poolSize: 1, name: 'eyrie-story' });
  try {
    await statement.execute(database.kysely);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

/** Ends the life of the binding code of a dock, as a day would. */
export const expireCode = (product: Product, dockOID: string): Promise<void> =>
  change(product, sql`update binding_code set expires_at = to_timestamp(0) where dock_oid = ${dockOID}`);

/** Brings the next run of a task near: it is due in so many ms. */
export const bringNear = (product: Product, taskName: string, ms: number): Promise<void> =>
  change(
    product,
    sql`update task_occurrence set due_at = ${new Date(Date.now() + ms)} where state = 'planned'
      and task_oid in (select oid from task where name = ${taskName})`,
  );

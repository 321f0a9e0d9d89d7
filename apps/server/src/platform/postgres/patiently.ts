import { limits } from '@eyrie/domain';
import type { Log } from '../log.ts';
import type { Db } from '../runtime.ts';
import { connectDatabase } from './database.ts';

/**
 * Does work whose statements take longer than those of a call may, on a connection of its own that closes afterwards.
 * @param name seen in the database's list of connections
 * @throws what the work throws, and what the database says when it does not answer
 */
export async function patiently<T>(
  { url, log, name }: { url: string; log: Log; name: string },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { longStatement } = limits.postgres;
  const connection = connectDatabase({
    url,
    log,
    name,
    poolSize: 1,
    statementTimeout: longStatement,
    // The database ends the statement first, so that it leaves nothing half-known.
    queryTimeout: longStatement + limits.postgres.query,
  });
  try {
    return await work(connection.kysely);
  } finally {
    await connection.close();
  }
}

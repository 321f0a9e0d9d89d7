import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../apps/server/src/migrations/index.ts';
import { createLog, type Log } from '../apps/server/src/platform/log.ts';
import {
  connectDatabase,
  migrate,
  startEmbeddedPostgres,
  type DatabaseConnection,
} from '../apps/server/src/platform/postgres/index.ts';

export interface BenchDatabase {
  url: string;
  /** For the bare queries of the peer. */
  pool: pg.Pool;
  /** As the product connects, with room for statements of a benchmark. */
  database: DatabaseConnection;
  log: Log;
}

/** A database of its own, migrated and empty, for as long as the work takes. */
export async function withDatabase<T>(work: (given: BenchDatabase) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  const log = createLog({ level: 'warn' });
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const { url } = postgres;
  const pool = new pg.Pool({ connectionString: url });
  const database = connectDatabase({ url, log, statementTimeout: 60_000, queryTimeout: 60_000 });
  try {
    await migrate({ url, log, migrations });
    return await work({ url, pool, database, log });
  } finally {
    await pool.end();
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

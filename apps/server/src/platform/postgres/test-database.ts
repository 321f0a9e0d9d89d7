import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, openSync, closeSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLog } from '../log.ts';
import { migrations } from '../../migrations/index.ts';
import { connectDatabase } from './database.ts';
import type { DatabaseConnection } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';

/** A database of its own for one test file, with the current schema in it. */
export interface TestDatabase {
  url: string;
  connection: DatabaseConnection;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

const log = createLog({ level: 'silent' });
const ORPHAN_GRACE = 60_000;
const LOCK_STALE = 60_000;
/** Not the product's: on a machine that is busy with other tests any statement may take long, whole databases longer. */
const longTimeouts = { connectTimeout: 60_000, statementTimeout: 60_000, queryTimeout: 60_000 };

const here = fileURLToPath(new URL('.', import.meta.url));
const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const root = join(tmpdir(), `eyrie-test-${userInfo().uid}-${short(here)}`);

let server: Promise<string> | undefined;

/** The tests of all processes share one server; it ends a minute after the last test run. */
async function startSharedServer(): Promise<string> {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const { url } = await startEmbeddedPostgres({
    dataDir: root,
    log,
    // The test runner outlives its workers, of which there is one for each file.
    owner: process.ppid,
    orphanGrace: ORPHAN_GRACE,
    // Tests throw their rows away; durability has tests of its own on a server of its own.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  return url;
}

/** One process at a time; a lock whose holder died is taken over. */
async function locked<T>(work: () => Promise<T>): Promise<T> {
  const path = `${root}.lock`;
  for (;;) {
    try {
      closeSync(openSync(path, 'wx'));
      break;
    } catch {
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > LOCK_STALE) rmSync(path, { force: true });
      await delay(20);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function schemaHash(): string {
  const dir = fileURLToPath(new URL('../../migrations/', import.meta.url));
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return short(
    files
      .toSorted()
      .map((name) => name + readFileSync(join(dir, name), 'utf8'))
      .join('\n'),
  );
}

async function ensureTemplate(admin: DatabaseConnection, url: string, template: string): Promise<void> {
  const found = await admin.pool.query('select 1 from pg_database where datname = $1', [template]);
  if (found.rowCount) return;
  await admin.pool.query(`drop database if exists ${template}_new with (force)`);
  await admin.pool.query(`create database ${template}_new`);
  await migrate({ url: withName(url, `${template}_new`), log, migrations });
  await admin.pool.query(`alter database ${template}_new rename to ${template}`);
}

const withName = (url: string, name: string): string => url.replace(/[^/]+$/, name);

/**
 * Clones the migrated template into a new database.
 * @param options.empty without any schema, for tests of migrations themselves.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const template = `template_${schemaHash()}`;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = await locked(async () => {
    server ??= startSharedServer();
    const shared = await server;
    const admin = connectDatabase({
      url: shared,
      log,
      poolSize: 1,
      ...longTimeouts,
    });
    try {
      if (!options.empty) await ensureTemplate(admin, shared, template);
      // FILE_COPY with a small template beats the default, which writes every page to the log.
      await admin.pool.query(
        `create database ${name} template ${options.empty ? 'template0' : template} strategy file_copy`,
      );
    } finally {
      await admin.close();
    }
    return withName(shared, name);
  });
  const connection = connectDatabase({ url, log, poolSize: 10, ...longTimeouts });
  return {
    url,
    connection,
    drop: async () => {
      await connection.close();
      const admin = connectDatabase({
        url: withName(url, 'eyrie'),
        log,
        poolSize: 1,
        ...longTimeouts,
      });
      await admin.pool.query(`drop database if exists ${name} with (force)`);
      await admin.close();
    },
  };
}

/** A database that somebody else made, as one that a test looks into. */
export const openTestDatabase = (url: string): TestDatabase => {
  const connection = connectDatabase({ url, log, poolSize: 5, ...longTimeouts });
  return { url, connection, drop: () => connection.close() };
};

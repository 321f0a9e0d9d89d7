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
/** A run of `npm test` names a folder that goes with it; outside one the next test finds the server and the template again. */
const given = process.env['EYRIE_TEST_FOLDER'];
const root = given ?? join(tmpdir(), `eyrie-test-${userInfo().uid}-${short(here)}`);

/** The server of this process, and the template there once it stands. */
let server: Promise<string> | undefined;
let template: Promise<string> | undefined;

/** The tests of all processes share one server; it ends a minute after the last test run. */
async function startSharedServer(): Promise<string> {
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
  // One that is given and gone is not made again: its run has ended, and nobody would remove it.
  if (given === undefined) mkdirSync(root, { recursive: true, mode: 0o700 });
  const path = join(root, 'lock');
  for (;;) {
    try {
      closeSync(openSync(path, 'wx'));
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new Error(`the folder of the test databases is gone: ${root}`, { cause: error });
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

const templateName = (): string => {
  const dir = fileURLToPath(new URL('../../migrations/', import.meta.url));
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const text = files
    .toSorted()
    .map((name) => name + readFileSync(join(dir, name), 'utf8'))
    .join('\n');
  return `template_${short(text)}`;
};

const adminOf = (url: string): DatabaseConnection =>
  connectDatabase({ url, log, poolSize: 1, ...longTimeouts });

async function ensureTemplate(admin: DatabaseConnection, url: string, name: string): Promise<void> {
  const found = await admin.pool.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount) return;
  await admin.pool.query(`drop database if exists ${name}_new with (force)`);
  await admin.pool.query(`create database ${name}_new`);
  await migrate({ url: withName(url, `${name}_new`), log, migrations });
  await admin.pool.query(`alter database ${name}_new rename to ${name}`);
}

const withName = (url: string, name: string): string => url.replace(/[^/]+$/, name);

/** Only what is there once for all processes is made by one at a time; databases are copied side by side. */
const sharedServer = (): Promise<string> => (server ??= locked(startSharedServer));
const sharedTemplate = (url: string): Promise<string> =>
  (template ??= locked(async () => {
    const name = templateName();
    const admin = adminOf(url);
    try {
      await ensureTemplate(admin, url, name);
    } finally {
      await admin.close();
    }
    return name;
  }));

/**
 * Clones the migrated template into a new database.
 * @param options.empty without any schema, for tests of migrations themselves.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const shared = await sharedServer();
  const from = options.empty ? 'template0' : await sharedTemplate(shared);
  const admin = adminOf(shared);
  try {
    // FILE_COPY with a small template beats the default, which writes every page to the log.
    await admin.pool.query(`create database ${name} template ${from} strategy file_copy`);
  } finally {
    await admin.close();
  }
  const url = withName(shared, name);
  const connection = connectDatabase({ url, log, poolSize: 10, ...longTimeouts });
  return {
    url,
    connection,
    drop: async () => {
      await connection.close();
      const dropping = adminOf(withName(url, 'eyrie'));
      await dropping.pool.query(`drop database if exists ${name} with (force)`);
      await dropping.close();
    },
  };
}

/** A database that somebody else made, as one that a test looks into. */
export const openTestDatabase = (url: string): TestDatabase => {
  const connection = connectDatabase({ url, log, poolSize: 5, ...longTimeouts });
  return { url, connection, drop: () => connection.close() };
};

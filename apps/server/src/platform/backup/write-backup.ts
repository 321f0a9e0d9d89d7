import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { limits } from '@eyrie/domain';
import pg from 'pg';
import { copyOut } from './copy.ts';
import { dataFile, manifestName, tableFile, transientTables, type Manifest } from './manifest.ts';
import { tarEnd, tarHead, tarPadding } from './tar.ts';

export interface BackupOptions {
  /** Address of the database. */
  url: string;
  dataDir: string;
  /** False: objects lie in an outside store. */
  withObjects: boolean;
  /** Where the backup is to lie; its folder must exist. */
  file: string;
  release: string;
  /** Epoch milliseconds. */
  now: number;
  signal?: AbortSignal;
  /** Called with the share done, 0 to 1, and the part being written. A throw ends the backup. */
  progress?(share: number, step: string): Promise<void>;
  /** Called with every piece that was written. */
  alive?(): void;
}

interface Table {
  name: string;
  columns: string[];
}

/** A step of this share of the work is the database; the rest are files. */
const databaseShare = 0.5;

/** Writes the tar piece by piece and remembers what stands in it. */
class Archive {
  readonly #now: number;
  constructor(now: number) {
    this.#now = now;
  }
  async *file(
    name: string,
    path: string,
    size: number,
    note: (sha256: string) => void,
  ): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    yield tarHead(name, size, this.#now);
    let read = 0;
    if (size > 0)
      for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        read += chunk.length;
        yield chunk;
      }
    if (read !== size) throw new Error(`${name} became shorter while it was read`);
    yield tarPadding(size);
    note(hash.digest('hex'));
  }
  *text(name: string, text: string): Generator<Buffer> {
    const bytes = Buffer.from(text);
    yield tarHead(name, bytes.length, this.#now);
    yield bytes;
    yield tarPadding(bytes.length);
  }
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and attgenerated = ''
       and not relname = any($1)
     group by relname order by relname`,
    [transientTables],
  );
  return rows;
}

const quoted = (names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map((row) => row.name);
}

/**
 * Objects that belong to work under way, whose rows are left out as well or taken off when they are restored: parts of
 * recordings are deleted once they are films, and nothing in a restored server would know of them; what has grown of an
 * upload is read at another moment than the rows that say what of it has come.
 */
const underWay = ['objects/incoming/', 'objects/uploads/', 'objects/recording/', 'objects/growing/'] as const;

/** Files of the data directory that a restored server needs: objects and keys, not the database or what is running. */
async function filesOf(dataDir: string, withObjects: boolean): Promise<string[]> {
  const top = await readdir(dataDir, { withFileTypes: true });
  const keys = top
    .filter((entry) => entry.isFile() && entry.name.endsWith('.secret') && !entry.name.startsWith('postgres'))
    .map((entry) => entry.name);
  if (!withObjects) return keys;
  const found = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const objects = found
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dataDir.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => !underWay.some((folder) => name.startsWith(folder)));
  return [...keys, ...objects].toSorted();
}

const endedBy = (signal: AbortSignal | undefined): { signal?: AbortSignal } => (signal ? { signal } : {});

/** Passes pieces on and reports each. */
const eachPiece = (report: (() => void) | undefined) =>
  async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      report?.();
      yield chunk;
    }
  };

const applicationName = 'eyrie-backup';

/**
 * Cuts a connection: a statement under way would keep its end waiting, and its transaction open. The database does not
 * notice that by itself while the statement waits for a lock, so it is cancelled over another connection.
 */
const cutOff = async (url: string, client: pg.Client): Promise<void> => {
  const { processID, connection } = client as unknown as {
    processID: number | null;
    connection: { stream: { destroy(): void } };
  };
  connection.stream.destroy();
  const { connect, query } = limits.postgres;
  const other = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connect,
    query_timeout: query,
  });
  other.on('error', () => undefined);
  try {
    await other.connect();
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and application_name = $2',
      [processID, applicationName],
    );
  } catch {
    // A database that does not answer has lost the connection as well, or will see that it is gone.
  } finally {
    other.end().catch(() => undefined);
  }
};

async function* archiveOf(
  options: BackupOptions,
  client: pg.Client,
  manifest: Manifest,
): AsyncGenerator<Buffer> {
  const archive = new Archive(options.now);
  const tables = await tablesOf(client);
  const spool = `${options.file}.${randomBytes(4).toString('hex')}.part`;
  const check = async (share: number, step: string): Promise<void> => {
    options.signal?.throwIfAborted();
    await options.progress?.(share, step);
  };
  try {
    for (const [index, { name, columns }] of tables.entries()) {
      await check((index / tables.length) * databaseShare, 'database');
      const copied = copyOut(
        client,
        `copy (select ${quoted(columns)} from ${pg.escapeIdentifier(name)}) to stdout`,
      );
      await pipeline(
        copied.stream,
        eachPiece(options.alive),
        createWriteStream(spool, { mode: 0o600 }),
        endedBy(options.signal),
      );
      const { size } = await stat(spool);
      yield* archive.file(tableFile(name), spool, size, (sha256) =>
        manifest.tables.push({ name, columns, rows: copied.rows(), size, sha256 }),
      );
    }
  } finally {
    await rm(spool, { force: true });
  }
  const files = await filesOf(options.dataDir, options.withObjects);
  for (const [index, name] of files.entries()) {
    await check(databaseShare + (index / files.length) * (1 - databaseShare), 'files');
    const path = join(options.dataDir, name);
    // What is deleted or replaced after the snapshot may be gone by now; its row says so after a restore too.
    const size = await stat(path).then(
      (found) => found.size,
      () => null,
    );
    if (size === null) continue;
    yield* archive.file(dataFile(name), path, size, (sha256) => manifest.files.push({ name, size, sha256 }));
  }
  yield* archive.text(manifestName, JSON.stringify(manifest));
  yield tarEnd;
}

/**
 * Writes a backup of the whole instance into one file that only its owner may read: every table as it was at one
 * moment, and the files of the data directory. The file appears when it is whole.
 * @returns its manifest, size in bytes and SHA-256.
 */
export async function writeBackup(
  options: BackupOptions,
): Promise<{ manifest: Manifest; size: number; sha256: string }> {
  const client = new pg.Client({ connectionString: options.url, application_name: applicationName });
  client.on('error', () => undefined);
  const draft = `${options.file}.new`;
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const manifest: Manifest = {
      format: 1,
      release: options.release,
      madeAt: options.now,
      migrations: await migrationsOf(client),
      tables: [],
      files: [],
      objects: options.withObjects ? 'included' : 'outside',
    };
    const hash = createHash('sha256');
    await pipeline(
      Readable.from(archiveOf(options, client, manifest), { objectMode: false }),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          options.alive?.();
          yield chunk;
        }
      },
      createWriteStream(draft, { mode: 0o600, flush: true }),
      endedBy(options.signal),
    );
    await client.query('commit');
    await rename(draft, options.file);
    await syncFolder(dirname(options.file));
    return { manifest, size: (await stat(options.file)).size, sha256: hash.digest('hex') };
  } catch (error) {
    await cutOff(options.url, client);
    await rm(draft, { force: true });
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

import { createHash, randomBytes, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { copyOut, tarEnd, tarHead, tarPadding } from '../backup/index.ts';
import type { Objects } from '../objects/index.ts';
import type { TableBook } from './declaration.ts';
import {
  fileName,
  geoName,
  manifestName,
  noteName,
  tableName,
  type FileNote,
  type TransferManifest,
} from './manifest.ts';

export interface TransferOptions {
  /** Address of the database. */
  url: string;
  book: TableBook;
  objects: Pick<Objects, 'get'>;
  organisation: { oid: string; name: string };
  /** Where the bundle is to lie; its folder must exist. */
  file: string;
  release: string;
  /** Epoch milliseconds. */
  now: number;
}

interface Spooled {
  size: number;
  sha256: string;
}

/** One JSON text a line, as it is: no character that the format would quote stands in it. */
const raw = `with (format csv, delimiter e'\\x02', quote e'\\x01')`;
const quoted = (names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');

/** Passes bytes on and hashes them. */
const hashing = (hash: Hash, note: (bytes: number) => void) =>
  async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      note(chunk.length);
      yield chunk;
    }
  };

/** Writes the entries of one bundle. Whatever has no size yet lies in one spool file meanwhile. */
class Writer {
  readonly #options: TransferOptions;
  readonly #client: pg.Client;
  readonly #spool: string;
  readonly manifest: TransferManifest;

  constructor(options: TransferOptions, client: pg.Client, migrations: string[]) {
    this.#options = options;
    this.#client = client;
    this.#spool = `${options.file}.${randomBytes(4).toString('hex')}.part`;
    const { book, organisation, release, now } = options;
    this.manifest = {
      kind: 'eyrie-organisation',
      format: 1,
      release,
      madeAt: now,
      migrations,
      organisation,
      tables: [],
      stays: Object.fromEntries([...book.stays].toSorted(([a], [b]) => a.localeCompare(b))),
      geo: [],
      files: { count: 0, size: 0, sha256: '', missing: 0 },
    };
  }

  async #keep(source: Readable): Promise<Spooled> {
    const hash = createHash('sha256');
    let size = 0;
    const counted = hashing(hash, (bytes) => (size += bytes));
    await pipeline(source, counted, createWriteStream(this.#spool, { mode: 0o600 }));
    return { size, sha256: hash.digest('hex') };
  }

  async *#kept(name: string, size: number): AsyncGenerator<Buffer> {
    yield tarHead(name, size, this.#options.now);
    if (size > 0) yield* createReadStream(this.#spool) as AsyncIterable<Buffer>;
    yield tarPadding(size);
  }

  *#text(name: string, text: string): Generator<Buffer> {
    const bytes = Buffer.from(text);
    yield tarHead(name, bytes.length, this.#options.now);
    yield bytes;
    yield tarPadding(bytes.length);
  }

  #belongs(table: string): string {
    return this.#options.book.belongs(table, this.#options.organisation.oid);
  }

  async #columnsOf(table: string): Promise<{ columns: string[]; key: string[] }> {
    const { rows } = await this.#client.query<{ columns: string[]; key: string[] }>(
      `select array_agg(attname::text order by attnum) as columns,
         coalesce((select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
           join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
           where i.indrelid = $1::regclass and i.indisprimary), '{}') as key
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const without = Object.keys(this.#options.book.exported.get(table)?.without ?? {});
    const { columns = [], key = [] } = rows[0] ?? {};
    return { columns: columns.filter((name) => !without.includes(name)), key };
  }

  async *table(name: string): AsyncGenerator<Buffer> {
    const { columns, key } = await this.#columnsOf(name);
    // By its key, so that two exports of the same rows are the same bytes.
    const inOrder = key.length > 0 ? quoted(key) : `to_jsonb(${name})::text`;
    const select = `select ${quoted(columns)} from ${name} where ${this.#belongs(name)} order by ${inOrder}`;
    const copied = copyOut(
      this.#client,
      `copy (select row_to_json(one) from (${select}) one) to stdout ${raw}`,
    );
    const spooled = await this.#keep(copied.stream);
    yield* this.#kept(tableName(name), spooled.size);
    this.manifest.tables.push({ name, columns, rows: copied.rows(), ...spooled });
  }

  async *geo(name: string, geometry: string): AsyncGenerator<Buffer> {
    const { columns } = await this.#columnsOf(name);
    const feature = `json_build_object('type', 'Feature', 'geometry', ${geometry}::json,
      'properties', to_jsonb(${name}) - '${geometry}')`;
    const copied = copyOut(
      this.#client,
      `copy (select ${feature} from (select ${quoted(columns)} from ${name} where ${this.#belongs(name)} order by 1) ${name})
       to stdout ${raw}`,
    );
    const spooled = await this.#keep(Readable.from(collectionOf(copied.stream), { objectMode: false }));
    yield* this.#kept(geoName(name), spooled.size);
    this.manifest.geo.push({ name, features: copied.rows(), ...spooled });
  }

  /** The stored files of every table: a note of each, and the file as it is. */
  async *files(): AsyncGenerator<Buffer> {
    const chain = createHash('sha256');
    const { files } = this.manifest;
    const list = `${this.#spool}.keys`;
    let at = 0;
    try {
      for (const [table, { files: columns = [] }] of this.#options.book.exported)
        for (const column of columns) {
          const keys = `select distinct ${column} as key from ${table} where (${this.#belongs(table)})
            and ${column} is not null and ${column} <> '' order by 1`;
          const copied = copyOut(
            this.#client,
            `copy (select to_json(key) from (${keys}) one) to stdout ${raw}`,
          );
          await pipeline(copied.stream, createWriteStream(list, { mode: 0o600 }));
          for await (const line of createInterface({ input: createReadStream(list) })) {
            at += 1;
            yield* this.#file(at, { table, column, key: JSON.parse(line) as string }, chain);
          }
        }
    } finally {
      await rm(list, { force: true });
    }
    files.sha256 = chain.digest('hex');
  }

  async *#file(
    at: number,
    of: Pick<FileNote, 'table' | 'column' | 'key'>,
    chain: Hash,
  ): AsyncGenerator<Buffer> {
    const { files } = this.manifest;
    const found = await this.#options.objects.get(of.key);
    const spooled = found && (await this.#keep(found.stream));
    const { size, sha256 } = spooled ?? { size: null, sha256: null };
    const note: FileNote = { ...of, contentType: found?.info.contentType ?? '', size, sha256 };
    const text = JSON.stringify(note);
    chain.update(text);
    files.count += 1;
    files.size += size ?? 0;
    yield* this.#text(noteName(at), text);
    if (size === null) files.missing += 1;
    else yield* this.#kept(fileName(at, of.key), size);
  }

  async *everything(): AsyncGenerator<Buffer> {
    const { exported } = this.#options.book;
    try {
      for (const name of exported.keys()) yield* this.table(name);
      for (const [name, { geometry }] of exported) if (geometry) yield* this.geo(name, geometry);
      yield* this.files();
    } finally {
      await rm(this.#spool, { force: true });
    }
    yield* this.#text(manifestName, JSON.stringify(this.manifest, null, 1));
    yield tarEnd;
  }
}

/** Lines of features as one collection. */
async function* collectionOf(lines: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('{"type":"FeatureCollection","features":[\n');
  let ends = false;
  for await (const piece of lines as AsyncIterable<Buffer>) {
    // A line that has ended is followed by a comma once another one comes.
    const text = piece.toString('latin1');
    const body = text.endsWith('\n') ? text.slice(0, -1) : text;
    yield Buffer.from((ends ? ',\n' : '') + body.replaceAll('\n', ',\n'), 'latin1');
    ends = text.endsWith('\n');
  }
  yield Buffer.from('\n]}\n');
}

/**
 * Writes everything that an organisation may take along into one file that only its owner may read: its rows as they
 * were at one moment, table by table, and its stored files. One piece of one file is in memory at a time. The bundle
 * appears when it is whole.
 * @returns its manifest, and the size of the file in bytes
 */
export async function writeTransfer(
  options: TransferOptions,
): Promise<{ manifest: TransferManifest; size: number }> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'eyrie-export' });
  client.on('error', () => undefined);
  const draft = `${options.file}.new`;
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // Moments are written in UTC, with their zone.
    await client.query(`set local time zone 'UTC'`);
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
    const writer = new Writer(
      options,
      client,
      rows.map(({ name }) => name),
    );
    await pipeline(
      Readable.from(writer.everything(), { objectMode: false }),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    await client.query('commit');
    await rename(draft, options.file);
    return { manifest: writer.manifest, size: (await stat(options.file)).size };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

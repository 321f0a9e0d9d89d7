import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { copyIn } from './copy.ts';
import { dataFile, tableFile, type Manifest } from './manifest.ts';
import { BackupRefused, readBackup } from './read-backup.ts';

const quoted = (names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');

/** Runs one statement. */
type Statements = <T>(text: string) => Promise<T[]>;

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Rows arrive table by table in no order that their references know, so these are taken off and put on again. */
export async function takeOffForeignKeys(statement: Statements): Promise<ForeignKey[]> {
  const keys = await statement<ForeignKey>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const key of keys) await statement(`alter table ${key.table} drop constraint ${key.name}`);
  return keys;
}

/** Puts references on again. Throws when a row refers to one that is not there. */
export async function putOnForeignKeys(statement: Statements, keys: readonly ForeignKey[]): Promise<void> {
  for (const key of keys)
    await statement(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
}

/** Numbers that the database counts by itself go on after the highest that was restored. */
async function setCounters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const { table, column } of rows) {
    const [name, field] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)];
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${field}) from ${name}), 0) + 1, false)`,
      [name, column],
    );
  }
}

/** The table of contents has no checksum over itself: a name that is damaged there shows here. */
async function requireColumns(client: pg.Client, { tables }: Manifest): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public'`,
  );
  const known = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  for (const { name, columns } of tables)
    for (const column of columns)
      if (!known.has(`${name}.${column}`))
        throw new BackupRefused(`there is no place for the column ${column} of the table ${name}`);
}

/**
 * Fills the tables of a database that has the backup's schema and no rows, in the transaction of `client`.
 * @throws BackupRefused when the backup has what the schema has no place for.
 */
export async function restoreTables(client: pg.Client, file: string, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition`,
  );
  const missing = manifest.tables.find(({ name }) => !rows.some((row) => row.name === name));
  if (missing) throw new BackupRefused(`there is no place for the table ${missing.name}`);
  await requireColumns(client, manifest);
  const statement = async <T>(text: string): Promise<T[]> =>
    (await client.query<T & pg.QueryResultRow>(text)).rows;
  const keys = await takeOffForeignKeys(statement);
  const names = manifest.tables.map(({ name }) => name);
  // Whatever a migration put in by itself stands in the backup too. Append-only tables refuse no first rows.
  for (const name of names.filter((one) => one !== 'audit_log'))
    await client.query(`delete from ${pg.escapeIdentifier(name)}`);
  for await (const entry of readBackup(file)) {
    const table = manifest.tables.find(({ name }) => tableFile(name) === entry.name);
    if (!table) continue;
    const target = `${pg.escapeIdentifier(table.name)} (${quoted(table.columns)})`;
    await copyIn(client, `copy ${target} from stdin`, entry.body);
  }
  await putOnForeignKeys(statement, keys);
  await setCounters(client);
}

/**
 * Lays the files of a backup beside those of the data directory.
 * @returns a function that puts them in place; what stood there moves to `aside`.
 */
export async function restoreFiles(
  dataDir: string,
  file: string,
  manifest: Manifest,
  aside: string,
): Promise<() => Promise<void>> {
  const folder = join(dataDir, 'restoring');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 });
  for await (const entry of readBackup(file)) {
    const found = manifest.files.find(({ name }) => dataFile(name) === entry.name);
    if (!found) continue;
    const path = join(folder, found.name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(entry.body, createWriteStream(path, { mode: 0o600, flush: true }));
  }
  const tops = new Set(manifest.files.map(({ name }) => name.split('/')[0] ?? name));
  return async () => {
    await mkdir(aside, { recursive: true, mode: 0o700 });
    for (const name of tops) {
      await rename(join(dataDir, name), join(aside, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      await rename(join(folder, name), join(dataDir, name));
    }
    await rm(folder, { recursive: true, force: true });
  };
}

import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { asRestorer, putOnForeignKeys, takeOffForeignKeys } from '../backup/index.ts';
import type { Objects } from '../objects/index.ts';
import type { Db, DbOrTrx } from '../runtime.ts';
import type { TableBook } from './declaration.ts';
import { fileName, manifestName, tableName, transferLimits, type TransferManifest } from './manifest.ts';
import { checkTransfer, noteOf, readTransfer, TransferRefused } from './read.ts';

export interface ImportOptions {
  /** Address of the owner of the database. */
  url: string;
  book: TableBook;
  /** `additive` ones leave everything as it was for the release before. */
  migrations: Readonly<Record<string, { additive?: boolean }>>;
  objects: Pick<Objects, 'put' | 'delete' | 'hasRoom'>;
  file: string;
  /** What is to be done in the same transaction, once every row is there. */
  finish(trx: DbOrTrx, db: Db, manifest: TransferManifest): Promise<void>;
  say(step: string): void;
}

/** Room on the disk that stays free beside the files, bytes. */
const spare = 100_000_000;

/** A newer release, or one whose tables had another form, made rows that this code would misread. */
function requireSameForm(
  { migrations, release }: TransferManifest,
  known: ImportOptions['migrations'],
): void {
  const unknown = migrations.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new TransferRefused(
      `the export was made by the newer release ${release}, whose ${unknown.join(', ')} is unknown here: import it with that release`,
    );
  const changed = Object.entries(known)
    .filter(([name, { additive }]) => additive !== true && !migrations.includes(name))
    .map(([name]) => name);
  if (changed.length > 0)
    throw new TransferRefused(
      `the export was made by the older release ${release}, before ${changed.join(', ')}: import it with that release, then upgrade`,
    );
}

/** Names of tables and columns come from the bundle: only those that are known here reach a statement. */
async function requirePlaces(trx: DbOrTrx, { tables }: TransferManifest, book: TableBook): Promise<void> {
  const { rows } = await sql<{ place: string }>`select table_name || '.' || column_name as place
    from information_schema.columns where table_schema = 'public'`.execute(trx);
  const known = new Set(rows.map(({ place }) => place));
  for (const { name, columns } of tables) {
    const declared = book.exported.get(name);
    if (!declared)
      throw new TransferRefused(`${tableName(name)} is not taken: the table ${name} never leaves`);
    for (const column of columns)
      if (!known.has(`${name}.${column}`) || Object.hasOwn(declared.without ?? {}, column))
        throw new TransferRefused(`there is no place for the column ${column} of ${tableName(name)}`);
  }
}

/** Servers that start meanwhile wait, and find the organisation there. */
async function requireEmpty(trx: DbOrTrx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('eyrie first organisation'))`.execute(trx);
  const { rows } = await sql<{ name: string; docks: number; members: number }>`select organisation.name,
      (select count(*)::int from dock where group_root = organisation.oid) as docks,
      (select count(*)::int from member where group_root = organisation.oid) as members
    from organisation order by created_at limit 1`.execute(trx);
  const [found] = rows;
  if (found)
    throw new TransferRefused(
      `the product is not empty: the organisation ${JSON.stringify(found.name)} has ${found.members} members and ${found.docks} docks. Import into an empty data directory, before the first start`,
    );
  const { rows: servers } = await sql<{ name: string }>`select distinct application_name as name
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'eyrie%' and application_name not in ('eyrie-restore', 'eyrie-migrate') order by 1`.execute(
    trx,
  );
  if (servers.length > 0)
    throw new TransferRefused(
      `stop every server first: ${servers.map(({ name }) => name).join(', ')} is using this database`,
    );
}

async function insertLines(
  trx: DbOrTrx,
  { name, columns }: TransferManifest['tables'][number],
  without: Readonly<Record<string, string | null>>,
  lines: string[],
): Promise<void> {
  const put = Object.entries(without).filter(([, value]) => value !== null);
  const table = sql.table(name);
  const all = sql.join([...columns, ...put.map(([column]) => column)].map((one) => sql.ref(one)));
  const values = sql.join([
    ...columns.map((one) => sql.ref(one)),
    ...put.map(
      ([column, value]) => sql`(jsonb_populate_record(null::${table},
      ${JSON.stringify({ [column]: value })}::jsonb)).${sql.ref(column)}`,
    ),
  ]);
  await sql`insert into ${table} (${all}) overriding system value
    select ${values} from jsonb_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::jsonb)`.execute(
    trx,
  );
}

/** Lines of a table, as many at once as one statement stores. */
async function* batchesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  let lines: string[] = [];
  let bytes = 0;
  for await (const chunk of body)
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(10, from);
      rest.push(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (end < 0) break;
      const line = Buffer.concat(rest);
      rest = [];
      lines.push(line.toString('utf8'));
      bytes += line.length;
      from = end + 1;
      if (lines.length < transferLimits.batchRows && bytes < transferLimits.batchBytes) continue;
      yield lines;
      lines = [];
      bytes = 0;
    }
  if (lines.length > 0) yield lines;
}

/** What was stored belongs to the organisation of the bundle, row by row, and all of it is there. */
async function requireOwn(trx: DbOrTrx, manifest: TransferManifest, book: TableBook): Promise<void> {
  for (const { name, rows: expected } of manifest.tables) {
    const { rows } = await sql<{ all: number; own: number }>`select count(*)::int as all,
      count(*) filter (where ${sql.raw(book.belongs(name, manifest.organisation.oid))})::int as own
      from ${sql.table(name)}`.execute(trx);
    const { all = 0, own = 0 } = rows[0] ?? {};
    if (all !== expected || own !== expected)
      throw new TransferRefused(
        `${tableName(name)} has ${expected} rows, ${own} of ${all} belong to the organisation`,
      );
  }
}

/** Numbers that the database counts by itself go on after the highest that arrived. */
async function setCounters(trx: DbOrTrx, { tables }: TransferManifest): Promise<void> {
  const { rows } = await sql<{
    name: string;
    column: string;
  }>`select table_name as name, column_name as column
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`.execute(trx);
  for (const { name, column } of rows.filter((one) => tables.some((table) => table.name === one.name)))
    await sql`select setval(pg_get_serial_sequence(${name}, ${column}),
      coalesce((select max(${sql.ref(column)}) from ${sql.table(name)}), 0) + 1, false)`.execute(trx);
}

/** A removed department may still have what was removed with it, which no insertion of today may. */
async function switchDepartmentRule(trx: DbOrTrx, on: boolean): Promise<void> {
  const { rows } = await sql<{
    table: string;
    name: string;
  }>`select tgrelid::regclass::text as table, tgname as name
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname like 'require\_standing\_%'`.execute(
    trx,
  );
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} ${sql.raw(on ? 'enable' : 'disable')} trigger ${sql.ref(name)}`.execute(
      trx,
    );
}

/** Rows and files of a bundle that was checked. `stored` counts the files, so that they can be taken back. */
async function fill(
  { objects, file, book }: ImportOptions,
  manifest: TransferManifest,
  trx: DbOrTrx,
  stored: { count: number },
): Promise<void> {
  const entries = readTransfer(file);
  for await (const entry of entries) {
    if (entry.name === manifestName) break;
    const table = manifest.tables.find(({ name }) => tableName(name) === entry.name);
    if (table) {
      const without = book.exported.get(table.name)?.without ?? {};
      for await (const lines of batchesOf(entry.body))
        await insertLines(trx, table, without, lines).catch((error: unknown) => {
          throw new TransferRefused(
            `${entry.name} has rows that this product does not take (${error instanceof Error ? error.message : String(error)})`,
            { cause: error },
          );
        });
    }
    if (!entry.name.startsWith('files/')) continue;
    const { note } = await noteOf(entry);
    stored.count += 1;
    if (note.size === null || note.sha256 === null) continue;
    const { rows } = await sql<{ found: boolean }>`select exists(select from ${sql.table(note.table)}
      where ${sql.ref(note.column)} = ${note.key}) as found`.execute(trx);
    if (rows[0]?.found !== true)
      throw new TransferRefused(`${entry.name} belongs to no row of ${note.table}`);
    const next = await entries.next();
    if (next.done || next.value.name !== fileName(stored.count, note.key))
      throw new TransferRefused(`${entry.name} has no file`);
    const { size, sha256, contentType } = note;
    await objects.put(note.key, Readable.from(next.value.body, { objectMode: false }), {
      size,
      sha256,
      contentType,
    });
  }
}

/** What an import stored before it failed belongs to nobody: the product was empty. */
async function takeBack({ objects, file }: ImportOptions, count: number): Promise<void> {
  let left = count;
  for await (const entry of readTransfer(file)) {
    if (left <= 0) return;
    if (!/^files\/\d+\.json$/.test(entry.name)) continue;
    const { note } = await noteOf(entry);
    left -= 1;
    await objects.delete(note.key);
  }
}

/**
 * Takes an organisation into an empty product: all of it or nothing. The whole bundle is compared with its hashes before
 * anything is stored.
 * @throws TransferRefused with a sentence for the operator
 */
export async function importTransfer(options: ImportOptions): Promise<TransferManifest> {
  const { url, book, file, migrations, objects, say } = options;
  say('checking the export');
  const manifest = await checkTransfer(file, book);
  requireSameForm(manifest, migrations);
  if (objects.hasRoom && !(await objects.hasRoom(manifest.files.size, spare)))
    throw new TransferRefused(`the disk has no room for ${manifest.files.size} bytes of files`);
  const stored = { count: 0 };
  try {
    await asRestorer(url, (_client, db) =>
      db.transaction().execute(async (trx) => {
        await requireEmpty(trx);
        await requirePlaces(trx, manifest, book);
        say('importing rows and files');
        const statements = async <T>(text: string): Promise<T[]> =>
          (await sql.raw<T>(text).execute(trx)).rows;
        const keys = await takeOffForeignKeys(statements);
        await switchDepartmentRule(trx, false);
        await fill(options, manifest, trx, stored);
        await requireOwn(trx, manifest, book);
        await setCounters(trx, manifest);
        await options.finish(trx, db, manifest);
        // Rows that noted something for later are checked before tables may change their form.
        await sql`set constraints all immediate`.execute(trx);
        await putOnForeignKeys(statements, keys);
        await switchDepartmentRule(trx, true);
      }),
    );
  } catch (error) {
    await takeBack(options, stored.count).catch(() => undefined);
    throw error;
  }
  return manifest;
}

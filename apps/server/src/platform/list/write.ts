import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../runtime.ts';
import { storedName, type ValuesOf } from './define.ts';
import type { AnyList } from './wanted.ts';

type Values = Readonly<Record<string, unknown>>;

/** Objects go in as JSON text: the driver would take an array for an array of the database. Bytes stay bytes. */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value)
    ? JSON.stringify(value)
    : value;

/** Columns of the database with their values, by the names that the list gives them. */
function columnsOf(list: AnyList, values: Values): [name: string, value: unknown][] {
  const known: Readonly<Record<string, Parameters<typeof storedName>[0]>> = {
    ...list.columns,
    ...list.detail,
  };
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const one = Object.hasOwn(known, name) ? (known[name] ?? '') : '';
    const column = storedName(one);
    if (!column) throw new Error(`${list.table}: ${name} is no stored column`);
    const isArray = typeof one === 'object' && 'array' in one;
    return [[column, isArray ? value : stored(value)] as [string, unknown]];
  });
}

const within = (list: AnyList, oids: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.ref(`${list.table}.oid`)} = any(${[...oids]}::uuid[])`;

async function insertRows(trx: DbOrTrx, list: AnyList, rows: readonly Values[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = columnsOf(list, first).map(([name]) => name);
  const values = rows.map(
    (row) => sql`(${sql.join(columnsOf(list, row).map(([, value]) => value as RawBuilder<unknown>))})`,
  );
  await sql`insert into ${sql.table(list.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(values)}`.execute(trx);
}

async function updateRows(
  trx: DbOrTrx,
  list: AnyList,
  oids: readonly string[],
  change: Values,
): Promise<void> {
  const sets = columnsOf(list, change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (sets.length === 0 || oids.length === 0) return;
  await sql`update ${sql.table(list.table)} set ${sql.join(sets)} where ${within(list, oids)}`.execute(trx);
}

/** Everything that is written of a list: rows that were locked, or that are new. */
export function writing<D>(definition: D) {
  const list = definition as AnyList;
  return {
    /** All rows name the same columns. */
    insert: (trx: DbOrTrx, ...rows: ValuesOf<D>[]): Promise<void> => insertRows(trx, list, rows),
    update: (trx: DbOrTrx, oids: readonly string[], change: ValuesOf<D>): Promise<void> =>
      updateRows(trx, list, oids, change),
    async remove(trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> {
      if (oids.length === 0) return;
      await (
        list.deletedAt === undefined
          ? sql`delete from ${sql.table(list.table)} where ${within(list, oids)}`
          : sql`update ${sql.table(list.table)} set ${sql.ref(list.deletedAt)} = ${at} where ${within(list, oids)}`
      ).execute(trx);
    },
  };
}

import { limits } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { invalidField } from '../http/refusal.ts';
import { isCommonWord } from '../postgres/index.ts';
import type { DbOrTrx } from '../runtime.ts';
import {
  storedName,
  type Asked,
  type Condition,
  type DetailOf,
  type Filter,
  type FilterOf,
  type ListDefinition,
  type Order,
  type Reader,
  type RowOf,
} from './define.ts';
import { inScope } from './scope.ts';

export interface Page {
  pageNum: number;
  pageSize: number;
}
/** A definition of any room. */
// Filters take values of their own types, which no common type has.
export type AnyList = ListDefinition<string, Readonly<Record<string, never>>>;
type Question = Readonly<Record<string, unknown>>;

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

const ref = (list: AnyList, name: string): RawBuilder<unknown> => sql.ref(`${list.table}.${name}`);

/** Conditions of the caller's scope; nothing that is asked widens it. */
function scopeOf(list: AnyList, asked: Asked): Condition[] {
  const { caller, filter } = asked;
  if (typeof list.scope === 'function') return [list.scope(asked)];
  if (list.scope === 'member') return [sql<boolean>`${ref(list, 'member_oid')} = ${caller.memberOID}::uuid`];
  const organisation = sql<boolean>`${ref(list, 'group_root')} = ${caller.groupRoot}::uuid`;
  if (list.scope === 'organisation') return [organisation];
  const groupOID = typeof filter.groupOID === 'string' && filter.groupOID ? filter.groupOID : undefined;
  return [organisation, inScope(`${list.table}.group_oid`, caller, groupOID)];
}

interface Wanted {
  found: Condition[];
  /** What no order helps to find. Empty: no keyword was given. */
  searched: Condition[];
}

function wantedOf(list: AnyList, asked: Asked): Wanted {
  const { archivedAt, deletedAt, filters, only } = list;
  const found = scopeOf(list, asked);
  if (deletedAt) found.push(sql<boolean>`${ref(list, deletedAt)} is null`);
  if (archivedAt)
    found.push(
      asked.filter.archived === true
        ? sql<boolean>`${ref(list, archivedAt)} is not null`
        : sql<boolean>`${ref(list, archivedAt)} is null`,
    );
  if (only) found.push(only);
  const searched: Condition[] = [];
  for (const [name, value] of Object.entries(asked.filter)) {
    if (value === undefined || notFilters.has(name)) continue;
    // A name is looked up and never written into a statement.
    const filter: Filter | undefined = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (!filter) {
      if (name === 'groupOID') continue;
      throw invalidField(name, 'unknownValue', { value: name, allowed: Object.keys(filters).join(', ') });
    }
    const condition = filter(value as never, asked);
    if (condition) (filter.readsEveryRow ? searched : found).push(condition);
  }
  return { found, searched };
}
const notFilters: ReadonlySet<string> = new Set(['sort', 'pageNum', 'pageSize', 'archived']);

function orderOf(list: AnyList, asked: Asked): Order {
  const { sort: wanted } = asked.filter;
  const name = typeof wanted === 'string' ? wanted : list.order;
  const order = Object.hasOwn(list.sort, name) ? list.sort[name] : undefined;
  if (!order)
    throw invalidField('sort', 'unknownValue', { value: name, allowed: Object.keys(list.sort).join(', ') });
  // Rows that are equal in an order would wander between pages.
  return sql`${typeof order === 'function' ? order(asked) : order}, ${ref(list, 'oid')}`;
}

/** Table, joins and conditions of the rows that are wanted. */
function fromWanted(list: AnyList, { found, searched }: Wanted, asked: Asked): RawBuilder<unknown> {
  const table = sql.table(list.table);
  const joins = list.joins ?? sql``;
  if (searched.length === 0 || list.searchMost === undefined)
    return sql`from ${table} ${joins} where ${all([...found, ...searched])}`;
  const first = orderOf(list, { ...asked, filter: {} });
  return sql`from (select ${table}.* from ${table} ${joins} where ${all(found)}
    order by ${first} limit ${list.searchMost}) as ${table} ${joins} where ${all(searched)}`;
}

const columnsOf = (list: AnyList, asked: Asked, detail: boolean): RawBuilder<unknown> =>
  sql.join(
    Object.entries<Parameters<typeof storedName>[0]>({ ...list.columns, ...(detail ? list.detail : {}) }).map(
      ([name, one]) => {
        const stored = storedName(one);
        const value =
          stored === undefined ? (typeof one === 'function' ? one(asked) : one) : ref(list, stored);
        return sql`${value} as ${sql.ref(name)}`;
      },
    ),
  );

/** Columns and joins of rows that were found: they are read once, and for no row that is not shown. */
const pageRows = (
  list: AnyList,
  asked: Asked,
  hits: RawBuilder<unknown>,
  detail = false,
): RawBuilder<unknown> => sql`
  select ${columnsOf(list, asked, detail)}
  from (select list_found.*, row_number() over () as list_at from (${hits}) as list_found) as list_hit
  join ${sql.table(list.table)} on ${ref(list, 'oid')} = list_hit.list_oid
  ${list.joins ?? sql``} ${list.pageJoins ?? sql``} order by list_hit.list_at`;

/** Moments become numbers. */
const sent = (row: Record<string, unknown>): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row))
    result[name] = value instanceof Date ? value.getTime() : value;
  return result;
};
type Found = Record<string, unknown>;

const asking = (reader: Reader, filter: Question): Asked => ({ ...reader, filter });

/** What is asked, with how its word is best found. */
async function askingWell(db: DbOrTrx, list: AnyList, reader: Reader, filter: Question): Promise<Asked> {
  const filters: Readonly<Record<string, Filter>> = list.filters;
  for (const [name, value] of Object.entries(filter)) {
    const columns = Object.hasOwn(filters, name) ? filters[name]?.columns : undefined;
    if (!columns || typeof value !== 'string' || value === '') continue;
    if (await isCommonWord(db, columns, value)) return { ...asking(reader, filter), found: 'byReading' };
  }
  return asking(reader, filter);
}

export interface Counted {
  total: number;
  /** There are more than were counted. */
  totalMore?: true;
}

/** How many rows match, counted to a limit where a word is looked for or the list has one. */
async function countRows(db: DbOrTrx, list: AnyList, asked: Asked): Promise<Counted> {
  const wanted = wantedOf(list, asked);
  const most = list.countMost ?? (wanted.searched.length > 0 ? limits.list.countMost : undefined);
  const rows = fromWanted(list, wanted, asked);
  const counted =
    most === undefined
      ? sql<{ count: string }>`select count(*) as count ${rows}`
      : sql<{ count: string }>`select count(*) as count from (select 1 ${rows} limit ${most + 1}) as counted`;
  const count = Number((await counted.execute(db)).rows[0]?.count ?? 0);
  return most !== undefined && count > most ? { total: most, totalMore: true } : { total: count };
}

/** One page and the number of all rows that fit: an index gives the page at once, the number is counted beside it. */
async function pageOfRows(
  db: DbOrTrx,
  list: AnyList,
  asked: Asked,
  { pageNum, pageSize }: Page,
): Promise<{ rows: Record<string, unknown>[] } & Counted> {
  const hits = sql`select ${ref(list, 'oid')} as list_oid
    ${fromWanted(list, wantedOf(list, asked), asked)} order by ${orderOf(list, asked)}
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`;
  const [{ rows }, counted] = await Promise.all([
    sql<Found>`${pageRows(list, asked, hits)}`.execute(db),
    countRows(db, list, asked),
  ]);
  return { rows: rows.map(sent), ...counted };
}

/** The first rows that fit, for lists that are short by their nature. */
async function firstRows(db: DbOrTrx, list: AnyList, asked: Asked, most: number) {
  const hits = sql`select ${ref(list, 'oid')} as list_oid
    ${fromWanted(list, wantedOf(list, asked), asked)} order by ${orderOf(list, asked)} limit ${most}`;
  return (await sql<Found>`${pageRows(list, asked, hits)}`.execute(db)).rows.map(sent);
}

const byOids = (list: AnyList, asked: Asked, oids: readonly string[], detail = false): RawBuilder<Found> => {
  const wanted = wantedOf(list, asked);
  wanted.found.push(sql<boolean>`${ref(list, 'oid')} = any(${[...oids]}::uuid[])`);
  return sql<Found>`${pageRows(
    list,
    asked,
    sql`select ${ref(list, 'oid')} as list_oid
      ${fromWanted(list, wanted, asked)} order by ${ref(list, 'oid')}`,
    detail,
  )}`;
};

/** Locks rows that the caller may see, always in the order of their oids, so that no two callers wait for each other. */
async function lockRows(
  trx: DbOrTrx,
  list: AnyList,
  asked: Asked,
  oids: readonly string[],
): Promise<string[]> {
  const wanted = wantedOf(list, asked);
  const { rows } = await sql<{ oid: string }>`select ${ref(list, 'oid')} as oid
    from ${sql.table(list.table)} ${list.joins ?? sql``}
    where ${all([...wanted.found, sql<boolean>`${ref(list, 'oid')} = any(${[...oids]}::uuid[])`])}
    order by ${ref(list, 'oid')} for ${sql.raw(list.lock ?? 'update')} of ${sql.table(list.table)}`.execute(
    trx,
  );
  return rows.map((row) => row.oid);
}

/** Every row that fits, in its order, read piece by piece: found at once, read as the reader takes them. */
async function* piecesOf(
  db: DbOrTrx,
  list: AnyList,
  asked: Asked,
  { piece, most }: { piece: number; most: number },
): AsyncGenerator<Record<string, unknown>[]> {
  const { rows } = await sql<{ oid: string }>`select ${ref(list, 'oid')} as oid
    ${fromWanted(list, wantedOf(list, asked), asked)} order by ${orderOf(list, asked)} limit ${most}`.execute(
    db,
  );
  const oids = rows.map((row) => row.oid);
  for (let at = 0; at < oids.length; at += piece) {
    const wanted = sql<Found>`${pageRows(
      list,
      asked,
      sql`select list_oid
        from unnest(${oids.slice(at, at + piece)}::uuid[]) with ordinality as given (list_oid, place)
        order by place`,
    )}`;
    yield (await wanted.execute(db)).rows.map(sent);
  }
}

/** Everything that is read of a list. */
export function reading<D>(list: D) {
  type Row = RowOf<D>;
  const any = list as AnyList;
  const rowsByOid = async (
    db: DbOrTrx,
    reader: Reader,
    oids: readonly string[],
    filter: Question = {},
  ): Promise<Row[]> =>
    oids.length === 0
      ? []
      : ((await byOids(any, asking(reader, filter), oids).execute(db)).rows.map(sent) as Row[]);
  const counted = async (db: DbOrTrx, reader: Reader, filter: FilterOf<D>): Promise<Counted> =>
    countRows(db, any, await askingWell(db, any, reader, filter));
  return {
    async page(db: DbOrTrx, reader: Reader, filter: FilterOf<D>, page: Page) {
      return (await pageOfRows(db, any, await askingWell(db, any, reader, filter), page)) as {
        rows: Row[];
      } & Counted;
    },
    counted,
    count: async (db: DbOrTrx, reader: Reader, filter: FilterOf<D>): Promise<number> =>
      (await counted(db, reader, filter)).total,
    first: async (db: DbOrTrx, reader: Reader, filter: FilterOf<D>, most: number): Promise<Row[]> =>
      (await firstRows(db, any, asking(reader, filter), most)) as Row[],
    byOids: rowsByOid,
    byOid: async (db: DbOrTrx, reader: Reader, oid: string): Promise<Row | undefined> =>
      (await rowsByOid(db, reader, [oid]))[0],
    /** One row with the columns of its detail. */
    detail: async (db: DbOrTrx, reader: Reader, oid: string): Promise<DetailOf<D> | undefined> => {
      const { rows } = await byOids(any, asking(reader, {}), [oid], true).execute(db);
      return rows.map(sent)[0] as DetailOf<D> | undefined;
    },
    /** Rows as they stand once they are locked, in the order of their oids; those out of scope are missing. */
    async lock(trx: DbOrTrx, reader: Reader, oids: readonly string[], filter: Question = {}): Promise<Row[]> {
      const locked = await lockRows(trx, any, asking(reader, filter), oids);
      // Read after the lock: what was computed before it may be what another transaction has just changed.
      return rowsByOid(trx, reader, locked, filter);
    },
    async *pieces(
      db: DbOrTrx,
      reader: Reader,
      filter: FilterOf<D>,
      bounds: { piece: number; most: number },
    ): AsyncGenerator<Row[]> {
      yield* piecesOf(db, any, await askingWell(db, any, reader, filter), bounds) as AsyncGenerator<Row[]>;
    },
  };
}

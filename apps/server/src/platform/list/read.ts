import { limits } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { commonShare, shareOfWord } from '../postgres/index.ts';
import type { DbOrTrx } from '../runtime.ts';
import {
  storedName,
  type Asked,
  type DetailOf,
  type Filter,
  type FilterOf,
  type Reader,
  type RowOf,
} from './define.ts';
import { all, fromWanted, orderOf, ref, wantedOf, type AnyList, type Question } from './wanted.ts';

export interface Page {
  pageNum: number;
  pageSize: number;
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
    const share = await shareOfWord(db, columns, value);
    if (share > commonShare) return { ...asking(reader, filter), found: 'byReading' };
    return { ...asking(reader, filter), share };
  }
  return asking(reader, filter);
}

const hitsOf = (list: AnyList, asked: Asked, { pageNum, pageSize }: Page): RawBuilder<unknown> => sql`
  select ${ref(list, 'oid')} as list_oid
  ${fromWanted(list, wantedOf(list, asked), asked)} order by ${orderOf(list, asked)}
  limit ${pageSize} offset ${(pageNum - 1) * pageSize}`;

/** So many of the first rows of a list are read for a word before its index is asked. */
const readMost = 20_000;

/**
 * Whether the first rows likely hold a page of a word: thousands of rows that an index gives would have to be fetched
 * and put in order for it.
 */
const likelyAmongFirst = (list: AnyList, { filter, share = 0 }: Asked, page: Page): boolean =>
  list.searchMost === undefined &&
  [undefined, list.order].includes(filter.sort as string | undefined) &&
  page.pageNum * page.pageSize < (share * readMost) / 4;

/** A page, found in the way that is likely the quickest. */
async function rowsOfPage(db: DbOrTrx, list: AnyList, asked: Asked, page: Page): Promise<Found[]> {
  if (likelyAmongFirst(list, asked, page)) {
    const first: AnyList = { ...list, searchMost: readMost };
    const hits = hitsOf(first, { ...asked, found: 'byReading' }, page);
    const { rows } = await sql<Found>`${pageRows(list, asked, hits)}`.execute(db);
    // Fewer may mean that the others stand further down.
    if (rows.length === page.pageSize) return rows;
  }
  return (await sql<Found>`${pageRows(list, asked, hitsOf(list, asked, page))}`.execute(db)).rows;
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
  page: Page,
): Promise<{ rows: Record<string, unknown>[] } & Counted> {
  const [rows, counted] = await Promise.all([rowsOfPage(db, list, asked, page), countRows(db, list, asked)]);
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

import { limits } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { commonShare, estimateWord } from '../postgres/index.ts';
import type { DbOrTrx } from '../runtime.ts';
import type { Asked, DetailOf, Filter, FilterOf, Reader, RowOf } from './define.ts';
import { pageRows, sent, type Found } from './page-rows.ts';
import { piecesOf } from './pieces.ts';
import { departmentsInScope } from './scope.ts';
import {
  all,
  fromWanted,
  keyOf,
  narrowedTo,
  seesAll,
  orderOf,
  ref,
  wantedOf,
  type AnyList,
  type Question,
} from './wanted.ts';

export interface Page {
  pageNum: number;
  pageSize: number;
}
const asking = (reader: Reader, filter: Question): Asked => ({ ...reader, filter });

/**
 * So many rows of a word are put in order and counted in one go. Where an index gives more of them, the planner would
 * rather look up every row of the scope as well, unless it knows how many those are.
 */
const fewRows = 2_500;

/** What is asked, with how its word is best found. */
async function askingWell(db: DbOrTrx, list: AnyList, reader: Reader, filter: Question): Promise<Asked> {
  const filters: Readonly<Record<string, Filter>> = list.filters;
  for (const [name, value] of Object.entries(filter)) {
    const columns = Object.hasOwn(filters, name) ? filters[name]?.columns : undefined;
    if (!columns || typeof value !== 'string' || value === '') continue;
    const estimate = await estimateWord(db, columns, value);
    if (!estimate) continue;
    if (estimate.share > commonShare) return { ...asking(reader, filter), found: 'byReading' };
    const asked = { ...asking(reader, filter), estimate };
    if (estimate.rows <= fewRows || list.scope !== 'department' || seesAll(asked)) return asked;
    return { ...asked, departments: await departmentsInScope(db, reader.caller, narrowedTo(filter)) };
  }
  return asking(reader, filter);
}

const hitsOf = (
  list: AnyList,
  asked: Asked,
  { pageNum, pageSize }: Page,
  also: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  select ${keyOf(list)} as list_oid${also}
  ${fromWanted(list, wantedOf(list, asked), asked)} order by ${orderOf(list, asked)}
  limit ${pageSize} offset ${(pageNum - 1) * pageSize}`;

/** So many of the first rows of a list are read for a word before its index is asked. */
const readMost = 20_000;

/**
 * Whether the first rows likely hold a page of a word: thousands of rows that an index gives would have to be fetched
 * and put in order for it.
 */
const likelyAmongFirst = (list: AnyList, { filter, estimate }: Asked, page: Page): boolean =>
  list.searchMost === undefined &&
  [undefined, list.order].includes(filter.sort as string | undefined) &&
  page.pageNum * page.pageSize < ((estimate?.share ?? 0) * readMost) / 4;

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

const upTo = (most: number | undefined, count: number): Counted =>
  most !== undefined && count > most ? { total: most, totalMore: true } : { total: count };

/** How many rows match, counted to a limit where a word is looked for or the list has one. */
async function countRows(db: DbOrTrx, list: AnyList, asked: Asked): Promise<Counted> {
  const wanted = wantedOf(list, asked);
  // A search that reads the first rows only counts those of them.
  const bounded = wanted.searched.length > 0 && list.searchMost === undefined;
  const most = list.countMost ?? (bounded ? limits.list.countMost : undefined);
  const rows = fromWanted(list, wanted, asked);
  const counted =
    most === undefined
      ? sql<{ count: string }>`select count(*) as count ${rows}`
      : sql<{ count: string }>`select count(*) as count from (select 1 ${rows} limit ${most + 1}) as counted`;
  return upTo(most, Number((await counted.execute(db)).rows[0]?.count ?? 0));
}

/** A page of few rows with the number of all of them, which putting them in order counts anyway. */
async function pageWithCount(
  db: DbOrTrx,
  list: AnyList,
  asked: Asked,
  page: Page,
): Promise<({ rows: Found[] } & Counted) | undefined> {
  const hits = hitsOf(list, asked, page, sql`, count(*) over ()::int as list_total`);
  const found = (await sql<Found>`${pageRows(list, asked, hits, { counted: true })}`.execute(db)).rows;
  const count = found[0]?.['list_total'];
  // Behind the last page there is no row that could say it.
  if (typeof count !== 'number') return undefined;
  // No deletion: an object that loses a property is slow to read and to write from then on.
  for (const row of found) row['list_total'] = undefined;
  return { rows: found.map(sent), ...upTo(list.countMost ?? limits.list.countMost, count) };
}

const fewHold = ({ searchMost }: AnyList, { estimate }: Asked): boolean =>
  searchMost === undefined && estimate !== undefined && estimate.rows <= fewRows;

/** One page and the number of all rows that fit: an index gives the page at once, the number is counted beside it. */
async function pageOfRows(
  db: DbOrTrx,
  list: AnyList,
  asked: Asked,
  page: Page,
): Promise<{ rows: Found[] } & Counted> {
  if (fewHold(list, asked)) {
    const both = await pageWithCount(db, list, asked, page);
    if (both) return both;
  }
  const [rows, counted] = await Promise.all([rowsOfPage(db, list, asked, page), countRows(db, list, asked)]);
  return { rows: rows.map(sent), ...counted };
}

/** The first rows that fit, for lists that are short by their nature. */
async function firstRows(db: DbOrTrx, list: AnyList, asked: Asked, most: number) {
  const hits = sql`select ${keyOf(list)} as list_oid
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
    { detail },
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

/** Everything that is read of a list. */
export function reading<D>(list: D) {
  type Row = RowOf<D>;
  const any = list as AnyList;
  const rowsByOid = async (
    db: DbOrTrx,
    reader: Reader,
    oids: readonly string[],
    filter: Question = {},
    deleted?: true,
  ): Promise<Row[]> => {
    if (oids.length === 0) return [];
    const asked = { ...asking(reader, filter), ...(deleted && { deleted }) };
    return (await byOids(any, asked, oids).execute(db)).rows.map(sent) as Row[];
  };
  const counted = async (db: DbOrTrx, reader: Reader, filter: FilterOf<D>): Promise<Counted> =>
    countRows(db, any, await askingWell(db, any, reader, filter));
  return {
    async page(db: DbOrTrx, reader: Reader, filter: FilterOf<D>, page: Page) {
      return (await pageOfRows(db, any, await askingWell(db, any, reader, filter), page)) as {
        rows: Row[];
      } & Counted;
    },
    counted,
    /** A page without the number of all rows. */
    rows: async (db: DbOrTrx, reader: Reader, filter: FilterOf<D>, page: Page): Promise<Row[]> =>
      (await rowsOfPage(db, any, await askingWell(db, any, reader, filter), page)).map(sent) as Row[],
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
    async lock(
      trx: DbOrTrx,
      reader: Reader,
      oids: readonly string[],
      filter: Question = {},
      deleted?: true,
    ): Promise<Row[]> {
      const asked = { ...asking(reader, filter), ...(deleted && { deleted }) };
      const locked = await lockRows(trx, any, asked, oids);
      // Read after the lock: what was computed before it may be what another transaction has just changed.
      return rowsByOid(trx, reader, locked, filter, deleted);
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

import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { CallContext, Caller } from '../http/endpoint.ts';
import { holdsWord, type WordEstimate, type WordSearch } from '../postgres/index.ts';
import type { Database } from '../postgres/schema.ts';
import type { Hold } from './holds.ts';

export type Condition = RawBuilder<boolean>;
export type Order = RawBuilder<unknown>;

/** How often people have changed a record: what an edit may name as the version that it read. */
export const versionOfRow = (table: string): RawBuilder<number> =>
  sql<number>`(select coalesce(max(record_change.version), 0)::int from record_change
    where record_change.record_oid = ${sql.ref(`${table}.oid`)})`;

/** Who reads a list, in which language. A call's context is one. */
export interface Reader {
  caller: Pick<Caller, 'groupRoot' | 'groupOID' | 'memberOID' | 'wholeOrganisation'>;
  language?: CallContext['language'] | undefined;
  /** What the scope or the filters of a list need to know beside the caller: of a type of its room's own. */
  given?: unknown;
}
/** What a condition may depend on beside its own value. */
export interface Asked extends Reader {
  /** How a word is found, where an index knows it. */
  found?: WordSearch | undefined;
  /** How many rows hold the word, where an index knows. */
  estimate?: WordEstimate;
  /** The departments of the scope by name, where the planner has to know how many rows they hold. */
  departments?: readonly string[];
  /** Deleted rows instead of those that stand. */
  deleted?: true;
  filter: Readonly<Record<string, unknown>>;
}

/** A column of an order, never null: an export goes on behind the last row that it has read. */
export interface Term {
  column: string;
  descending: boolean;
}
export const ascending = (column: string): Term => ({ column, descending: false });
export const descending = (column: string): Term => ({ column, descending: true });

/** The orders that most lists have: by the name, and by the moment at which a row was made. */
export const usualSort = (table: string) => ({
  name: [ascending(`${table}.name`)],
  createdAt: [ascending(`${table}.created_at`)],
  '-createdAt': [descending(`${table}.created_at`)],
});

/** Moments leave the database as epoch milliseconds. */
type Sent<V> = V extends Date ? number : V;
type RowOfTable<T> = T extends keyof Database ? Selectable<Database[T]> : Record<string, unknown>;

/** A stored column whose values are narrower than its type in the schema says. */
export interface StoredColumn<V> {
  column: string;
  value?: V;
  /** An array of the database, where others of several values are JSON. */
  array?: true;
}
export const column = <V>(name: string): StoredColumn<V> => ({ column: name });
export const arrayColumn = <V>(name: string): StoredColumn<V[]> => ({ column: name, array: true });

/** A value computed for the rows of a page that depends on who reads it. */
type ReadBy<V> = (asked: Asked) => RawBuilder<V>;
/** The name of a stored column, or a value computed for the rows of a page. */
type Column<T> =
  | (keyof RowOfTable<T> & string)
  | StoredColumn<unknown>
  | RawBuilder<unknown>
  | ReadBy<unknown>;
export type Columns<T> = Readonly<Record<string, Column<T>>>;
type ValueOf<T, C> = C extends RawBuilder<infer V> | ReadBy<infer V>
  ? Sent<V>
  : C extends StoredColumn<infer V>
    ? Sent<V>
    : C extends keyof RowOfTable<T>
      ? Sent<RowOfTable<T>[C]>
      : never;

/** Words of a keyword are looked for in columns; any other filter makes a condition of its value, or none. */
export type Filter = ((value: never, asked: Asked) => Condition | null) & {
  readsEveryRow?: true;
  /** Where a word is looked for. */
  columns?: readonly string[];
};
export type Filters = Readonly<Record<string, Filter>>;
export type Orders = Readonly<Record<string, Order | readonly Term[] | ((asked: Asked) => Order)>>;

/** Whose rows a caller sees. */
export type ScopeRule = 'department' | 'organisation' | 'member' | ((asked: Asked) => Condition);

/**
 * A list as far as its rows, filters and orders go. A list with more columns is one with fewer, too: what several kinds of
 * record share is written for their common columns.
 */
export interface ListShape<
  T extends string = string,
  C extends Columns<T> = Columns<T>,
  F extends Filters = Filters,
  S extends Orders = Orders,
  X extends Columns<T> = Columns<T>,
> {
  table: T;
  /** The column that identifies a row where there is no `oid`: then they are only read. */
  key?: { column: string; type: 'bigint' };
  scope: ScopeRule;
  /** The column that is set when a row is deleted; without one the row goes. */
  deletedAt?: string;
  /** A deleted row can be brought back for so long, ms; afterwards it stays deleted. Needs `deletedAt`. */
  archive?: { restoreWithin: number };
  /** Holds for every row of the list. */
  only?: Condition;
  /** Rows of other tables that name a locked one may still be written. Missing: they wait. */
  lock?: 'no key update';
  /** No history of changes is kept: the rows go by themselves before long. */
  unversioned?: true;
  /** Columns that the history names without what was in them. */
  unrecorded?: readonly string[];
  /** Joins that filters and orders need; those that neither use cost nothing. */
  joins?: RawBuilder<unknown>;
  /** Joins that only columns need: made for the rows of a page. */
  pageJoins?: RawBuilder<unknown> | ((asked: Asked) => RawBuilder<unknown>);
  columns: C;
  /** Columns of one row that is looked at by itself; lists do without them. */
  detail?: X;
  filters: F;
  sort: S;
  order: string;
  /** What people know a row by. */
  name: string;
  /** What keeps a row from being deleted. */
  holds?: readonly Hold[];
  /** Counting stops here. */
  countMost?: number;
  /** A keyword is looked for in so many rows, the first ones in the default order. */
  searchMost?: number;
}

/** A room's list as data: where its rows lie, who sees them, and how they are read, sorted and kept. */
export interface ListDefinition<
  T extends string = string,
  C extends Columns<T> = Columns<T>,
  F extends Filters = Filters,
  S extends Orders = Orders,
  X extends Columns<T> = Columns<T>,
> extends ListShape<T, C, F, S, X> {
  order: keyof S & string;
  name: keyof C & string;
}

/** A row of a list as the kit reads it. */
export type RowOf<D> =
  D extends ListShape<infer T, infer C, infer _F, infer _S, infer _X>
    ? { -readonly [K in keyof C]: ValueOf<T, C[K]> }
    : never;
/** The same with the columns of its detail. */
export type DetailOf<D> =
  D extends ListShape<infer T, infer C, infer _F, infer _S, infer X>
    ? { -readonly [K in keyof (C & X)]: ValueOf<T, (C & X)[K]> }
    : never;
/** What may be asked of a list. */
export type FilterOf<D> =
  D extends ListShape<infer _T, infer _C, infer F, infer S, infer _X>
    ? { [K in keyof F]?: Parameters<F[K]>[0] | undefined } & {
        groupOID?: string | undefined;
        sort?: (keyof S & string) | undefined;
      }
    : never;
/** Values for stored columns, by the names that the list gives them. */
export type ValuesOf<D> =
  D extends ListShape<infer T, infer C, infer _F, infer _S, infer X>
    ? {
        [K in keyof (C & X) as (C & X)[K] extends RawBuilder<unknown> | ReadBy<unknown> ? never : K]?:
          | ValueOf<T, (C & X)[K]>
          | Date
          | null
          | undefined;
      }
    : never;

const word = /^[a-z_][a-z0-9_]*$/;

/** @throws when a name could not be one of a table or column */
export function defineList<
  const T extends string,
  const C extends Columns<T>,
  const F extends Filters,
  const S extends Orders,
  // eslint-disable-next-line typescript/no-generated-empty-object-type -- most lists have no more columns for one row
  const X extends Columns<T> = Readonly<Record<never, never>>,
>(definition: ListDefinition<T, C, F, S, X>): ListDefinition<T, C, F, S, X> {
  const { table, columns, detail, sort, order } = definition;
  const names = [table, ...Object.values({ ...columns, ...detail }).flatMap((one) => storedName(one) ?? [])];
  for (const name of names) if (!word.test(name)) throw new Error(`${table}: ${name} is no name of a column`);
  if (!definition.key && !Object.hasOwn(columns, 'oid'))
    throw new Error(`${table}: a list needs the column oid`);
  if (definition.archive && !definition.deletedAt) throw new Error(`${table}: an archive needs deletedAt`);
  if (!Object.hasOwn(sort, order)) throw new Error(`${table}: no order ${order}`);
  return definition;
}

/** The column of the database; undefined for a computed one. */
export const storedName = (
  one: string | StoredColumn<unknown> | RawBuilder<unknown> | ReadBy<unknown>,
): string | undefined => (typeof one === 'string' ? one : 'column' in one ? one.column : undefined);

/** The one keyword filter: a word as it was typed in any of the columns, capitals aside. */
export function keyword(...columns: string[]): ((value: string, asked: Asked) => Condition | null) & {
  readsEveryRow: true;
  columns: readonly string[];
} {
  const filter = (value: string, { found }: Asked): Condition | null =>
    value === '' ? null : holdsWord(columns, value, found);
  return Object.assign(filter, { readsEveryRow: true as const, columns });
}

/** A keyword filter that looks elsewhere than in columns. */
export const keywordBy = (
  condition: (value: string, asked: Asked) => Condition,
): ((value: string, asked: Asked) => Condition | null) & { readsEveryRow: true } =>
  Object.assign(
    (value: string, asked: Asked): Condition | null => (value === '' ? null : condition(value, asked)),
    { readsEveryRow: true as const },
  );

/** Rows whose column has the value. */
export const equals =
  (name: string) =>
  (value: string | number | boolean): Condition =>
    sql<boolean>`${sql.ref(name)} = ${value}`;

import type { Fields } from '@eyrie/domain';
import type { ColumnType } from 'kysely';
import type { z } from 'zod';

/** JSON goes in as text: the driver would take an array for an array of the database. */
export type Json<T = unknown> = ColumnType<T, string, string>;
export type JsonDefault<T = unknown> = ColumnType<T, string | undefined, string>;
/** Set by the database where it is not given. */
export type Made = ColumnType<Date, Date | undefined, Date>;
/** The driver gives 64-bit numbers as text. */
export type BigInt8 = ColumnType<string, number | string, number | string>;

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;
/** Columns of a table by the fields of its records: `warnPercent` is kept in `warn_percent`. */
export type FieldTable<F extends Fields> = {
  [K in keyof F & string as Snake<K>]: F[K] extends { kind: 'day' } ? Date | null : z.output<F[K]['kept']>;
};

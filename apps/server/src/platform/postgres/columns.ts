import type { ColumnType } from 'kysely';

/** JSON goes in as text: the driver would take an array for an array of the database. */
export type Json<T = unknown> = ColumnType<T, string, string>;
export type JsonDefault<T = unknown> = ColumnType<T, string | undefined, string>;
/** Set by the database where it is not given. */
export type Made = ColumnType<Date, Date | undefined, Date>;
/** The driver gives 64-bit numbers as text. */
export type BigInt8 = ColumnType<string, number | string, number | string>;

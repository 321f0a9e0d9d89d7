import { dayIn, endOfDay, type Fields } from '@eyrie/domain';
import type { z } from 'zod';
import type { Language } from '../http/endpoint.ts';
import { say } from '../http/words.ts';
import { column, type StoredColumn } from './define.ts';

/** The column of a field: `warnPercent` is kept in `warn_percent`. */
const columnName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns of a list by the fields of its record. */
export const storedColumns = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, column(columnName(name))])) as {
    [K in keyof F]: StoredColumn<z.output<F[K]['kept']>>;
  };

/** Days are sent as numbers and kept as moments; an emptied text of a field that may be none is none. */
const kept = ({ kind, empty }: Fields[string], value: unknown): unknown => {
  if (value === '' && empty === null) return null;
  return kind === 'day' && typeof value === 'number' ? new Date(value) : value;
};

type Given = Readonly<Record<string, unknown>>;
type ValuesBy<F extends Fields> = { [K in keyof F]: z.output<F[K]['kept']> };

/** What is stored of what an edit gives; what it leaves out stays. */
export const changedValues = <F extends Fields>(fields: F, given: Given) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      given[name] === undefined ? [] : [[name, kept(field, given[name])]],
    ),
  ) as Partial<ValuesBy<F>>;

/** What is stored of a new record: what an add gives, and what stands for fields that it leaves out. */
export const firstValues = <F extends Fields>(fields: F, given: Given) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, kept(field, given[name] ?? field.empty)]),
  ) as ValuesBy<F>;

/** A column of spreadsheets that shows a field of the record as it is. */
export interface FieldCell {
  field: string;
  /** Phrase of its heading. */
  heading: string;
  /** Days are read as `2027-03-31`, the last moment of the day; words are phrases that begin with this. */
  kind?: 'day' | 'number' | { words: string };
}

/** These columns as an exchange with spreadsheets takes them. */
export const fieldCells = (columns: readonly FieldCell[]) =>
  columns.map(({ field, heading, kind }) => ({
    field,
    heading,
    cell: (row: unknown, language: Language, zone: string): string | number | null => {
      const value = Reflect.get(row as object, field) as string | number | null;
      if (kind === 'day') return typeof value === 'number' ? dayIn(zone, value) : null;
      return typeof kind === 'object' && value !== null ? say(language, `${kind.words}.${value}`) : value;
    },
    ...(kind === 'day'
      ? { read: (text: string, zone: string) => endOfDay(zone, text.slice(0, 10)) ?? text }
      : kind === 'number'
        ? { read: Number }
        : {}),
  }));

/** A column for each field, which an import reads. Choices stand there by their names. */
export const cellsOf = (fields: Fields): FieldCell[] =>
  Object.entries(fields).map(([field, { label, kind }]) =>
    kind === 'day' || kind === 'number' ? { field, heading: label, kind } : { field, heading: label },
  );

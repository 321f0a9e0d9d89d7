import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';

/** What each possible value of a filter is called. */
type Options = Readonly<Record<string, PhraseId>>;

/** Values with the phrases that stand under a name: `flight.state.created` for `created`. */
export const choices = <Value extends string, Under extends string>(
  values: readonly Value[],
  under: `${Under}.${Value}` extends PhraseId ? Under : never,
): Options =>
  Object.fromEntries(values.map((value) => [value, `${under}.${value}` as `${Under}.${Value}` & PhraseId]));

/** What a filter that the room draws itself is given. */
export interface FilterField {
  value: string | null;
  onChange: (written: string | null) => void;
  /** Those in sight. */
  rows: readonly object[];
}

/** A filter of a list, as the room declares it under the name that its call knows it by. */
export type FilterDeclaration = {
  /** What it asks of the call, where that is not its value under its own name. */
  asks?: (value: string | boolean) => Readonly<Record<string, unknown>>;
} & (
  | { kind: 'search'; label: PhraseId }
  | { kind: 'choice'; label: PhraseId; any: PhraseId; options: Options }
  /** `begun`: it holds until it is taken away. */
  | { kind: 'flag'; label: PhraseId; begun?: true }
  /** Drawn by the room, such as a choice whose options are asked for. */
  | { kind: 'own'; field: (field: FilterField) => ReactNode }
  /** The order that holds when none is chosen stands outside the address. */
  | { kind: 'sort'; label: PhraseId; options: Options; otherwise: string }
  /** From its own moment until that of the filter `to`, which has no field of its own; epoch ms. */
  | { kind: 'period'; label: PhraseId; open: readonly [PhraseId, PhraseId]; to: string }
  /** Set by a link from another page or by the rows themselves; it has no field of its own. */
  | { kind: 'link'; options?: readonly string[] }
);

const momentText = /^\d{1,14}$/;
const moment = (name: string) => (value: string | boolean) =>
  momentText.test(String(value)) ? { [name]: Number(value) } : {};

/** From when until when: both ends under the names that the call knows them by. */
export const period = (
  label: PhraseId,
  open: readonly [PhraseId, PhraseId],
  to = 'to',
): Readonly<Record<string, FilterDeclaration>> => ({
  from: { kind: 'period', label, open, to, asks: moment('from') },
  [to]: { kind: 'link', asks: moment(to) },
});

const oidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The record that a link names; what is no oid asks for nothing. */
export const asksOid = (name: string) => (value: string | boolean) =>
  oidText.test(String(value)) ? { [name]: value } : {};

/** Yes, no, or either: what both are called. */
export const yesOrNo = (name: string, label: PhraseId, any: PhraseId, yes: PhraseId, no: PhraseId) =>
  ({
    kind: 'choice',
    label,
    any,
    options: { yes, no },
    asks: (value: string | boolean) => ({ [name]: value === 'yes' }),
  }) as const satisfies FilterDeclaration;

export type FilterDeclarations = Readonly<Record<string, FilterDeclaration>>;
export type FilterValue = string | boolean | undefined;

/** What the text of a filter in the address asks for; what nobody can mean asks for nothing. */
export const valueOf = (filter: FilterDeclaration, written: string): FilterValue => {
  switch (filter.kind) {
    case 'flag':
      if (filter.begun) return written !== 'no';
      return written === '1' ? true : undefined;
    case 'choice':
      return Object.hasOwn(filter.options, written) ? written : undefined;
    case 'sort':
      return Object.hasOwn(filter.options, written) ? written : filter.otherwise;
    case 'link':
      return written && (filter.options?.includes(written) ?? true) ? written : undefined;
    default:
      return written || undefined;
  }
};

/** How a value stands in the address; empty: not at all. */
export const writtenOf = (filter: FilterDeclaration, value: FilterValue): string => {
  if (filter.kind === 'sort' && value === filter.otherwise) return '';
  if (filter.kind === 'flag' && filter.begun) return value === false ? 'no' : '';
  return value === true ? '1' : value || '';
};

/** The filters of the call, of what stands in the address. */
export const requestOf = (
  filters: FilterDeclarations,
  written: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = valueOf(filter, written[name] ?? '');
      return value === undefined ? [] : Object.entries(filter.asks?.(value) ?? { [name]: value });
    }),
  );

import type { PhraseId } from '@eyrie/phrases';

/** What each possible value of a filter is called. */
type Options = Readonly<Record<string, PhraseId>>;

/** Values with the phrases that stand under a name: `flight.state.created` for `created`. */
export const choices = <Value extends string, Under extends string>(
  values: readonly Value[],
  under: `${Under}.${Value}` extends PhraseId ? Under : never,
): Options =>
  Object.fromEntries(values.map((value) => [value, `${under}.${value}` as `${Under}.${Value}` & PhraseId]));

/** A filter of a list, as the room declares it under the name that its call knows it by. */
export type FilterDeclaration =
  | { kind: 'search'; label: PhraseId }
  | { kind: 'choice'; label: PhraseId; any: PhraseId; options: Options }
  | { kind: 'flag'; label: PhraseId }
  /** The order that holds when none is chosen stands outside the address. */
  | { kind: 'sort'; label: PhraseId; options: Options; otherwise: string }
  /** Set by a link from another page; it has no field of its own. */
  | { kind: 'link' };
export type FilterDeclarations = Readonly<Record<string, FilterDeclaration>>;
export type FilterValue = string | boolean | undefined;

/** What the text of a filter in the address asks for; what nobody can mean asks for nothing. */
export const valueOf = (filter: FilterDeclaration, written: string): FilterValue => {
  switch (filter.kind) {
    case 'flag':
      return written === '1' ? true : undefined;
    case 'choice':
      return Object.hasOwn(filter.options, written) ? written : undefined;
    case 'sort':
      return Object.hasOwn(filter.options, written) ? written : filter.otherwise;
    default:
      return written || undefined;
  }
};

/** How a value stands in the address; empty: not at all. */
export const writtenOf = (filter: FilterDeclaration, value: FilterValue): string => {
  if (filter.kind === 'sort' && value === filter.otherwise) return '';
  return value === true ? '1' : value || '';
};

/** The filters of the call, of what stands in the address. */
export const requestOf = (
  filters: FilterDeclarations,
  written: Readonly<Record<string, string>>,
): Record<string, string | boolean> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = valueOf(filter, written[name] ?? '');
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useQueryChange } from './use-query-change.ts';

export interface Filters<Names extends string> {
  /** Text of each filter; empty when it is not set. */
  values: Readonly<Record<Names, string>>;
  /** Sets some of them; an empty text takes one away. */
  set: (changes: Partial<Record<Names, string>>) => void;
  reset: () => void;
  /** True while at least one is set. */
  any: boolean;
}

/** Filters of a list, kept in the address so that a tab can be reloaded or shared. Pass a constant list of names. */
export const useFilters = <Names extends string>(names: readonly Names[]): Filters<Names> => {
  const [query] = useSearchParams();
  const change = useQueryChange();
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<
    Names,
    string
  >;
  const set = useCallback(
    (changes: Partial<Record<Names, string>>) =>
      change(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries<string | undefined>(changes)) {
            if (value) after.set(name, value);
            else after.delete(name);
          }
          return after;
        },
        { replace: true },
      ),
    [change],
  );
  const reset = useCallback(
    () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Names, string>),
    [names, set],
  );
  return { values, set, reset, any: names.some((name) => values[name] !== '') };
};

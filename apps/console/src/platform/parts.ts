import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OwnField } from './list/index.ts';

export interface Choices {
  list: readonly { code: string; name: string }[];
}
type UseChoices = (group: string) => UseQueryResult<Choices>;

/** What rooms lend to pages of others, in their `parts.ts`. */
export interface Parts {
  /** What a form offers from a group of the code table. */
  useCodeChoices?: UseChoices;
  /** Draws the choice of a code of a group, as a field of a form. */
  codeField?: (group: string) => (field: OwnField) => ReactNode;
  /** Draws the choice of a department; `name`: of the one that is chosen at first. */
  departmentField?: (name?: string) => (field: OwnField) => ReactNode;
}

/** Where no room has groups of codes there is nothing to choose. */
export const useNoChoices: UseChoices = (group) =>
  useQuery<Choices>({ queryKey: ['no-choices', group], queryFn: () => ({ list: [] }) });

/** Where no room can draw a choice there is none. */
export const noField = () => (): ReactNode => null;

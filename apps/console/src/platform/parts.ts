import { useQuery, type UseQueryResult } from '@tanstack/react-query';

export interface Choices {
  list: readonly { code: string; name: string }[];
}
type UseChoices = (group: string) => UseQueryResult<Choices>;

/** What rooms lend to pages of others, in their `parts.ts`. */
export interface Parts {
  /** What a form offers from a group of the code table. */
  useCodeChoices?: UseChoices;
}

/** Where no room has groups of codes there is nothing to choose. */
export const useNoChoices: UseChoices = (group) =>
  useQuery<Choices>({ queryKey: ['no-choices', group], queryFn: () => ({ list: [] }) });

import type { CodeFacts, Explanation } from '@eyrie/dji/explain';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from './language.ts';

/** The words for codes of devices are many: they come when the first code is shown, and stay. */
const load = () => import('@eyrie/dji/explain');

/** Puts codes of devices into words of the current language; null until the words are here. */
export const useExplain = (): ((facts: CodeFacts) => Explanation) | null => {
  const language = useLanguage((state) => state.language);
  const { data } = useQuery({ queryKey: ['explain'], queryFn: load, staleTime: Infinity, gcTime: Infinity });
  return data ? (facts) => data.explain(facts, language) : null;
};
export type { CodeFacts, Explanation } from '@eyrie/dji/explain';

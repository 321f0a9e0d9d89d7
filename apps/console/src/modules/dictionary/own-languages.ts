import { nameLanguageOf, nameLanguages, type NameLanguage } from '@eyrie/domain';
import { useLanguage } from '../../platform/language.ts';

/** Languages of names, the reader's own first. */
export const useNameLanguages = (): readonly NameLanguage[] => {
  const own = nameLanguageOf(useLanguage((state) => state.language));
  return [own, ...nameLanguages.filter((one) => one !== own)];
};

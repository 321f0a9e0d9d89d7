import { builtInGroups, nameIn, nameLanguageOf } from '../../packages/domain/src/index.ts';
import type { Language } from '../../packages/phrases/src/index.ts';

type Code = (typeof builtInGroups.aiType.codes)[number]['code'];

/** What an AI type that every organisation begins with is called for a reader. */
export const aiTypeName = (code: Code, language: Language): string => {
  const { codes } = builtInGroups.aiType;
  const found = codes.find((one) => one.code === code) ?? codes[0];
  return nameIn(found.names, nameLanguageOf(language)).name;
};

import { nameIn, nameLanguageOf, nameLanguages, type Names } from '../names.ts';
import { otherClass } from './detection.ts';

/** What a reader calls the classes of findings. */
export interface ClassWords {
  /** Names of the AI types of the organisation, by their codes. */
  names: ReadonlyMap<string, string>;
  /** The class of what is of no other. */
  other: string;
}

/**
 * What a class is called for a reader: by the name of its AI type. What is no code of one is the word of a detector or of a person,
 * and stands as it is. @param otherText what a person wrote of a finding that is of no class
 */
export const classNameOf = (name: string, { names, other }: ClassWords, otherText = ''): string =>
  name === otherClass ? otherText || other : names.get(name) || name;

/** The class that somebody means by what they typed: the name of an AI type means its code. */
export const classNamed = (typed: string, { names, other }: ClassWords): string => {
  const word = typed.trim();
  if (word === other) return otherClass;
  return word === '' ? typed : ([...names].find(([, name]) => name === word)?.[0] ?? typed);
};

/** Names of a class for words that are written once and read later, by readers of any language. */
export const classValues = (names: Names): Record<string, string> =>
  Object.fromEntries(nameLanguages.map((one) => [`class_${one}`, nameIn(names, one).name]));

/** What such words call the class for a reader; undefined: they have its code alone. */
export const classOfValues = (
  values: Readonly<Record<string, string | number>>,
  language: string,
): string | undefined => {
  const found = values[`class_${nameLanguageOf(language)}`];
  return typeof found === 'string' && found !== '' ? found : undefined;
};

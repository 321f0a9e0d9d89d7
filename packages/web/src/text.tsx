import { useCallback } from 'react';
import type { PhraseId } from '@eyrie/phrases';
import type { FirstPhraseId } from '@eyrie/phrases/first';
import { formatPhrase, withoutMarks } from '@eyrie/phrases/format';
import { useDisplay, useLocale } from './display.ts';
import { inDigits, readableAge } from './format.ts';
import { localeOf, useLanguage, useMessages } from './language.ts';

export type TextValues = Readonly<Record<string, string | number>>;
export type TextOf<Id extends string = PhraseId> = (id: Id, values?: TextValues) => string;

/**
 * Numbers that a text only repeats, in the digits of the locale; those that it counts with stay numbers, which the
 * formatter writes in these digits by itself.
 */
const inOwnDigits = (pattern: string, values: TextValues, locale: string): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      typeof value === 'number' && pattern.includes(`{${name}}`)
        ? [name, inDigits(String(value), locale)]
        : [name, value],
    ),
  );

const worded = (pattern: string | undefined, id: string, locale: string, values?: TextValues): string => {
  if (pattern === undefined) return id;
  const own = values !== undefined && inDigits('0', locale) !== '0';
  return formatPhrase(pattern, locale, own ? inOwnDigits(pattern, values, locale) : values);
};

/** A text of the current language, for what is drawn outside React, where marks of direction would show. */
export const textNow: TextOf = (id, values) => {
  const { messages, language } = useLanguage.getState();
  const locale = localeOf(language, useDisplay.getState().choices.digits);
  return withoutMarks(worded((messages as Partial<Record<string, string>>)[id], id, locale, values));
};

/** Milliseconds in which an age on a map counts on: every other text has its names laid out anew. */
const ageStep = 10_000;

/** An age for what is drawn outside React, in steps; null: never. */
export const ageNow = (ageMs: number | null): string => {
  if (ageMs === null) return textNow('state.never');
  const { id, values } = readableAge(Math.floor(ageMs / ageStep) * ageStep);
  return textNow(id, values);
};

/** The text function of the current language: typed id, ICU arguments. */
export const useText = (): TextOf => {
  const messages = useMessages();
  const locale = useLocale();
  return useCallback(
    (id: PhraseId, values?: TextValues): string => worded(messages[id], id, locale, values),
    [messages, locale],
  );
};

/** The same for the sign-in page, limited to the texts that travel with it. */
export const useFirstText: () => TextOf<FirstPhraseId> = useText;

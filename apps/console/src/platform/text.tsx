import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { PhraseId } from '@eyrie/phrases';
import type { FirstPhraseId } from '@eyrie/phrases/first';
import { inDigits } from './format.ts';

export type TextValues = Readonly<Record<string, string | number>>;
export type TextOf<Id extends string = PhraseId> = (id: Id, values?: TextValues) => string;

/**
 * Numbers that a text only repeats, in the digits of the locale; those that it counts with stay numbers, which the
 * formatter writes in these digits by itself.
 */
const inOwnDigits = (pattern: unknown, values: TextValues, locale: string): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      typeof value === 'number' && String(pattern).includes(`{${name}}`)
        ? [name, inDigits(String(value), locale)]
        : [name, value],
    ),
  );

/** The text function of the current language: typed id, ICU arguments. */
export const useText = (): TextOf => {
  const intl = useIntl();
  return useCallback(
    (id: PhraseId, values?: TextValues): string => {
      const own = values !== undefined && inDigits('0', intl.locale) !== '0';
      return intl.formatMessage({ id }, own ? inOwnDigits(intl.messages[id], values, intl.locale) : values);
    },
    [intl],
  );
};

/** The same for the sign-in page, limited to the texts that travel with it. */
export const useFirstText: () => TextOf<FirstPhraseId> = useText;

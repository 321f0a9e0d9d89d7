import { useIntl } from 'react-intl';
import type { PhraseId } from '@eyrie/phrases';
import type { FirstPhraseId } from '@eyrie/phrases/first';

export type TextValues = Readonly<Record<string, string | number>>;
export type TextOf<Id extends string = PhraseId> = (id: Id, values?: TextValues) => string;

/** The text function of the current language: typed id, ICU arguments. */
export const useText = (): TextOf => {
  const intl = useIntl();
  return (id, values) => intl.formatMessage({ id }, values);
};

/** The same for the sign-in page, limited to the texts that travel with it. */
export const useFirstText: () => TextOf<FirstPhraseId> = useText;

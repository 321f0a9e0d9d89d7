import type { PhraseId } from '@eyrie/phrases';
import { wordOfValue } from '@eyrie/phrases/detail-words';
import { useIntl } from 'react-intl';

/** Words of the log in the language of the reader; what has no phrase is shown as it was written. */
export const useActionText = (): {
  action: (action: string) => string;
  outcome: (outcome: string) => string;
} => {
  const { messages, formatMessage } = useIntl();
  const known = (id: string, otherwise: string): string =>
    id in messages ? formatMessage({ id: id as PhraseId }) : otherwise;
  return {
    action: (action) => {
      const [word = '', verb] = action.split('.');
      const noun = known(`auditLog.word.${word}`, word);
      return verb === undefined ? noun : `${noun} · ${known(`auditLog.verb.${verb}`, verb)}`;
    },
    // What was refused ends with the reason.
    outcome: (outcome) =>
      known(
        `auditLog.result.${outcome}`,
        known(
          `auditLog.verb.${outcome}`,
          wordOfValue('reason', outcome, messages as Readonly<Record<string, string>>) ?? outcome,
        ),
      ),
  };
};

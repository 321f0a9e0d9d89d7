import type { PhraseId } from '@eyrie/phrases';
import { wordOfValue } from '@eyrie/phrases/detail-words';
import { useMessages } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';

/** Words of the log in the language of the reader; what has no phrase is shown as it was written. */
export const useActionText = (): {
  action: (action: string) => string;
  outcome: (outcome: string) => string;
} => {
  const messages = useMessages();
  const text = useText();
  const known = (id: string, otherwise: string): string =>
    id in messages ? text(id as PhraseId) : otherwise;
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
        known(`auditLog.verb.${outcome}`, wordOfValue('reason', outcome, messages) ?? outcome),
      ),
  };
};

import type { PlanChange } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useMessages } from '../../../platform/language.ts';
import { useText } from '../../../platform/text.tsx';

/** What a saved version changed, in words; a setting is named as in its form. */
export const useChangeWords = (): ((change: PlanChange) => string) => {
  const text = useText();
  const messages = useMessages();
  const word = (id: string, otherwise: string): string => (id in messages ? text(id as PhraseId) : otherwise);
  return ({ what, values }) => {
    if (what === 'type')
      return text('planner.change.type', {
        from: word(`route.type.${values['from']}`, String(values['from'] ?? '')),
        to: word(`route.type.${values['to']}`, String(values['to'] ?? '')),
      });
    if (what !== 'settings') return text(`planner.change.${what}`, { count: 0, number: 0, ...values });
    const field = String(values['field'] ?? '');
    const valueWord = (value: string | number | undefined): string =>
      word(`planner.${field}.${value}`, word(`route.${field}.${value}`, String(value ?? '–')));
    return text('planner.change.settings', {
      field: word(`detail.key.${field}`, word(`planner.field.${field}`, field)),
      from: valueWord(values['from']),
      to: valueWord(values['to']),
    });
  };
};

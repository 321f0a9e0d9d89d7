import {
  classOfValues,
  nameLanguageOf,
  type NotificationLevel,
  type NotificationRecord,
} from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import { formatPhrase } from '@eyrie/phrases/format';
import { useLocale } from '../../platform/display.ts';
import { useFigures } from '../../platform/figures.ts';
import { useMessages } from '../../platform/language.ts';

/** What a notification says. A kind that this release does not know says its name. */
export const useNotificationWords = (): ((
  notification: Pick<NotificationRecord, 'kind' | 'values'>,
) => string) => {
  const messages = useMessages();
  const locale = useLocale();
  const figures = useFigures();
  return ({ kind, values }) => {
    const id = `notification.${kind}`;
    const pattern = messages[id];
    if (pattern === undefined) return kind;
    const work = messages[`operation.work.kind.${values['work']}`] ?? values['work'];
    const moments = Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => name === 'from' || name === 'until')
        .map(([name, at]) => [name, figures.time(Number(at))]),
    );
    // What people wrote comes in each language.
    const text = values[nameLanguageOf(locale)];
    const called = classOfValues(values, locale);
    const named = called === undefined ? {} : { class: called };
    return formatPhrase(pattern, locale, { ...values, ...moments, ...named, work, text });
  };
};

export const levelState: Readonly<Record<NotificationLevel, DeviceState>> = {
  info: 'live',
  attention: 'attention',
  alarm: 'alarm',
};

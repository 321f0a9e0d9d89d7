import { nameLanguageOf, type NotificationLevel, type NotificationRecord } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import { useIntl } from 'react-intl';
import { useFigures } from '../../platform/figures.ts';

/** What a notification says. A kind that this release does not know says its name. */
export const useNotificationWords = (): ((
  notification: Pick<NotificationRecord, 'kind' | 'values'>,
) => string) => {
  const intl = useIntl();
  const figures = useFigures();
  return ({ kind, values }) => {
    const id = `notification.${kind}`;
    if (!(id in intl.messages)) return kind;
    const workId = `operation.work.kind.${values.work}`;
    const work = workId in intl.messages ? intl.formatMessage({ id: workId }) : values.work;
    const moments = Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => name === 'from' || name === 'until')
        .map(([name, at]) => [name, figures.time(Number(at))]),
    );
    // What people wrote comes in each language.
    const text = values[nameLanguageOf(intl.locale)];
    return intl.formatMessage({ id }, { ...values, ...moments, work, text });
  };
};

export const levelState: Readonly<Record<NotificationLevel, DeviceState>> = {
  info: 'live',
  attention: 'attention',
  alarm: 'alarm',
};

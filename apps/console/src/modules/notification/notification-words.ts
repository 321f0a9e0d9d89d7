import type { NotificationLevel, NotificationRecord } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import { useIntl } from 'react-intl';

/** What a notification says. A kind that this release does not know says its name. */
export const useNotificationWords = (): ((told: Pick<NotificationRecord, 'kind' | 'values'>) => string) => {
  const intl = useIntl();
  return ({ kind, values }) => {
    const id = `notification.${kind}`;
    return id in intl.messages ? intl.formatMessage({ id }, values) : kind;
  };
};

export const levelState: Readonly<Record<NotificationLevel, DeviceState>> = {
  info: 'live',
  attention: 'attention',
  alarm: 'alarm',
};

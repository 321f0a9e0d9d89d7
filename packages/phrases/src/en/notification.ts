import type { notification as source } from '../zh-CN/notification.ts';
import type { Translation } from '../words.ts';

export const notification: Translation<typeof source> = {
  'notification.controlLostInFlight':
    'Control of dock {dock} was lost in flight: the aircraft goes on with its own plan',
  'notification.dockTwin': 'Another device used the identity of dock {dock} and was refused',
  'notification.open': 'Open the monitor',
  'notification.seen': 'Seen',
};

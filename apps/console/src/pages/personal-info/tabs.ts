import { deviceMessageCalls, flightErrorCalls, deviceHealthCalls } from '@eyrie/domain';
import { lazyPart } from '../../platform/loading.ts';
import type { PageTab } from '../../platform/tabbed-page.tsx';

/** In the order in which they stand. */
export const tabs: readonly PageTab[] = [
  { key: 'account', titleId: 'person.facts', calls: null, View: lazyPart(() => import('./account.tsx')) },
  { key: 'sessions', titleId: 'session.title', calls: null, View: lazyPart(() => import('./sessions.tsx')) },
  {
    key: 'notifications',
    titleId: 'notification.title',
    calls: null,
    View: lazyPart(() => import('./notifications.tsx')),
  },
  {
    key: 'hms',
    titleId: 'deviceHealth.alarms',
    calls: [deviceHealthCalls.query],
    View: lazyPart(() => import('./hms.tsx')),
  },
  {
    key: 'exceptions',
    titleId: 'deviceHealth.exceptions',
    calls: [flightErrorCalls.query],
    View: lazyPart(() => import('./exceptions.tsx')),
  },
  {
    key: 'messages',
    titleId: 'deviceHealth.messages',
    calls: [deviceMessageCalls.query],
    View: lazyPart(() => import('./messages.tsx')),
  },
  { key: 'tokens', titleId: 'accessToken.title', calls: null, View: lazyPart(() => import('./tokens.tsx')) },
];

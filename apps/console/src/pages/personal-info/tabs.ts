import { deviceMessageCalls, flightErrorCalls, deviceHealthCalls } from '@eyrie/domain';
import { lazy } from 'react';
import type { PageTab } from '../../platform/tabbed-page.tsx';

/** In the order in which they stand. */
export const tabs: readonly PageTab[] = [
  { key: 'account', titleId: 'person.facts', calls: null, View: lazy(() => import('./account.tsx')) },
  { key: 'sessions', titleId: 'session.title', calls: null, View: lazy(() => import('./sessions.tsx')) },
  {
    key: 'notifications',
    titleId: 'notification.title',
    calls: null,
    View: lazy(() => import('./notifications.tsx')),
  },
  {
    key: 'hms',
    titleId: 'deviceHealth.alarms',
    calls: [deviceHealthCalls.query],
    View: lazy(() => import('./hms.tsx')),
  },
  {
    key: 'exceptions',
    titleId: 'deviceHealth.exceptions',
    calls: [flightErrorCalls.query],
    View: lazy(() => import('./exceptions.tsx')),
  },
  {
    key: 'messages',
    titleId: 'deviceHealth.messages',
    calls: [deviceMessageCalls.query],
    View: lazy(() => import('./messages.tsx')),
  },
];

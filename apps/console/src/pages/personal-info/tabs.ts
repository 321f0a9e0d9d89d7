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
];

import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/PortMonitorseeProxy',
  resource: '/PortMonitorSee',
  layout: 'standalone',
  titleId: 'permission./PortMonitorSee',
  load: () => import('./index.tsx'),
};

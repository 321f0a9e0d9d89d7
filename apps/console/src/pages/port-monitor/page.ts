import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/PortMonitorSee',
  resource: '/PortMonitorSee',
  layout: 'standalone',
  titleId: 'permission./PortMonitorSee',
  load: () => import('./index.tsx'),
};

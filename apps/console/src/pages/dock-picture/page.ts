import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/DockPicture',
  resource: '/PortMonitorSee',
  layout: 'standalone',
  titleId: 'monitor.bigScreen',
  load: () => import('./index.tsx'),
};

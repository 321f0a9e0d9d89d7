import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/handShankMonitorSee',
  resource: '/handShankMonitorSee',
  layout: 'standalone',
  titleId: 'permission./handShankMonitorSee',
  load: () => import('./index.tsx'),
};

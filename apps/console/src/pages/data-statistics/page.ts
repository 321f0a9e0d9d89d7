import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/DataStatistics',
  resource: '/DataStatistics',
  layout: 'main',
  titleId: 'permission./DataStatistics',
  icon: 'chart',
  load: () => import('./index.tsx'),
};

import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/UAVAdmin',
  resource: '/UAVAdmin',
  layout: 'main',
  titleId: 'permission./UAVAdmin',
  icon: 'drone',
  load: () => import('./index.tsx'),
};

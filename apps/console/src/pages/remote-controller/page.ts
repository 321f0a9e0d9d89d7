import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/DaJiHandle',
  resource: '/DaJiHandle',
  layout: 'main',
  titleId: 'permission./DaJiHandle',
  icon: 'window',
  load: () => import('./index.tsx'),
};

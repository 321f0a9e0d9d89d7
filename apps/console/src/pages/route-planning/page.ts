import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/RoutePlanning',
  resource: '/RoutePlanning',
  layout: 'main',
  titleId: 'permission./RoutePlanning',
  icon: 'route',
  load: () => import('./index.tsx'),
};

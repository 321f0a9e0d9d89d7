import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/DaJiAirport',
  resource: '/DaJiAirport',
  layout: 'main',
  titleId: 'permission./DaJiAirport',
  icon: 'dock',
  load: () => import('./index.tsx'),
};

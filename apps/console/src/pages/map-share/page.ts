import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/MapShare',
  resource: '/MapShare',
  layout: 'main',
  titleId: 'permission./MapShare',
  icon: 'map',
  load: () => import('./index.tsx'),
};

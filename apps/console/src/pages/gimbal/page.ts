import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/PTZAdmin',
  resource: '/PTZAdmin',
  layout: 'main',
  titleId: 'permission./PTZAdmin',
  icon: 'eye',
  load: () => import('./index.tsx'),
};

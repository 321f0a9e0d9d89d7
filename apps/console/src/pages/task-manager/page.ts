import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/TaskManagerNew',
  resource: '/TaskManagerNew',
  layout: 'main',
  titleId: 'permission./TaskManagerNew',
  icon: 'calendar',
  load: () => import('./index.tsx'),
};

import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/AITestingShowReport',
  resource: '/AITestingShowReport',
  layout: 'main',
  titleId: 'permission./AITestingShowReport',
  load: () => import('./index.tsx'),
};

import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/403',
  resource: null,
  layout: 'standalone',
  titleId: 'forbidden.title',
  load: () => import('./index.tsx'),
};

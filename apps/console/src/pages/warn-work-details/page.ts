import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/WarnWorkDetails',
  resource: '/WarnWorkDetails',
  layout: 'main',
  titleId: 'permission./WarnWorkDetails',
  load: () => import('./index.tsx'),
};

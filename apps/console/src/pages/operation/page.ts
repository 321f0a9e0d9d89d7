import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/operation',
  resource: '/operation',
  layout: 'main',
  titleId: 'permission./operation',
  icon: 'pulse',
  load: () => import('./index.tsx'),
};

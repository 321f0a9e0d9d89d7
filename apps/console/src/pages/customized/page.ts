import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/customized',
  resource: '/customized',
  layout: 'main',
  titleId: 'permission./customized',
  icon: 'palette',
  load: () => import('./index.tsx'),
};

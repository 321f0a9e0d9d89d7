import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/FlyArrange',
  resource: '/FlyArrange',
  layout: 'main',
  titleId: 'permission./FlyArrange',
  load: () => import('./index.tsx'),
};

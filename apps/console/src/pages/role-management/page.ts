import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/RoleManagement',
  resource: '/RoleManagement',
  layout: 'main',
  titleId: 'permission./RoleManagement',
  icon: 'key',
  load: () => import('./index.tsx'),
};

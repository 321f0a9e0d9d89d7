import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/ZoneManagementPage',
  resource: '/ZoneManagementPage',
  layout: 'main',
  titleId: 'permission./ZoneManagementPage',
  icon: 'layers',
  load: () => import('./index.tsx'),
};

import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/MaintenanceProgramme',
  resource: '/MaintenanceProgramme',
  layout: 'main',
  titleId: 'permission./MaintenanceProgramme',
  icon: 'calendar',
  load: () => import('./index.tsx'),
};

import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/InspectionMonth',
  resource: '/InspectionMonth',
  layout: 'main',
  titleId: 'permission./InspectionMonth',
  icon: 'alarm',
  load: () => import('./index.tsx'),
};

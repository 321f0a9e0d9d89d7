import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/InspectionDetails',
  resource: '/InspectionDetails',
  layout: 'main',
  titleId: 'permission./InspectionDetails',
  load: () => import('./index.tsx'),
};

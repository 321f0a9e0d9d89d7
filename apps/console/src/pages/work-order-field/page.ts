import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/WorkOrderField',
  resource: 'work-order:work',
  layout: 'standalone',
  titleId: 'workOrder.fieldTitle',
  load: () => import('./index.tsx'),
};

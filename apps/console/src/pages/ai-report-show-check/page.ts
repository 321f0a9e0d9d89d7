import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/AIReportShowCheck',
  resource: '/AIReportShowCheck',
  layout: 'main',
  titleId: 'permission./AIReportShowCheck',
  icon: 'eye',
  load: () => import('./index.tsx'),
};

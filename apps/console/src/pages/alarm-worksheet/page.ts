import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/AlarmWorksheet',
  resource: '/AlarmWorksheet',
  layout: 'main',
  titleId: 'permission./AlarmWorksheet',
  icon: 'alarm',
  load: () => import('./index.tsx'),
};

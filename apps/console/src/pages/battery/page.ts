import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/BatteryAdmin',
  resource: '/BatteryAdmin',
  layout: 'main',
  titleId: 'permission./BatteryAdmin',
  icon: 'pulse',
  load: () => import('./index.tsx'),
};

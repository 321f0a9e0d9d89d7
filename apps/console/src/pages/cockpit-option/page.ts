import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/CockpitOption',
  resource: '/CockpitOption',
  layout: 'standalone',
  titleId: 'permission./CockpitOption',
  icon: 'window',
  opensWindow: true,
  load: () => import('./index.tsx'),
};

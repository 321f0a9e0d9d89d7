import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/CockpitLarge',
  resource: '/CockpitLarge',
  layout: 'standalone',
  titleId: 'permission./CockpitLarge',
  icon: 'window',
  opensWindow: true,
  load: () => import('./index.tsx'),
};

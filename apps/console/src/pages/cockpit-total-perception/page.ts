import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/Cockpit/TotalPerception',
  resource: '/Cockpit/TotalPerception',
  layout: 'standalone',
  titleId: 'permission./Cockpit/TotalPerception',
  icon: 'window',
  opensWindow: true,
  load: () => import('./index.tsx'),
};

import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/flightControl',
  resource: '/flightControl',
  layout: 'standalone',
  titleId: 'permission./flightControl',
  load: () => import('./index.tsx'),
};

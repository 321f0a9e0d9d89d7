import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/pilot',
  resource: 'controller:connect',
  layout: 'standalone',
  titleId: 'pilot.title',
  load: () => import('./index.tsx'),
};

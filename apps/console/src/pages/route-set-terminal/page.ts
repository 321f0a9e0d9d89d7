import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/RouteSetTerminal',
  resource: '/RoutePlanning',
  layout: 'standalone',
  titleId: 'planner.terminal',
  load: () => import('./index.tsx'),
};

import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/RobotAdmin',
  resource: '/RobotAdmin',
  layout: 'main',
  titleId: 'permission./RobotAdmin',
  icon: 'organisation',
  load: () => import('./index.tsx'),
};

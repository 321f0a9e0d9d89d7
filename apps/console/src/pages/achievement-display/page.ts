import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/AchievementDisplay',
  resource: '/AchievementDisplay',
  layout: 'main',
  titleId: 'permission./AchievementDisplay',
  icon: 'full',
  load: () => import('./index.tsx'),
};

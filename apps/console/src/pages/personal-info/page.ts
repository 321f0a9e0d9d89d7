import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/personalInfo',
  resource: '/personalInfo',
  layout: 'main',
  titleId: 'permission./personalInfo',
  icon: 'person',
  load: () => import('./index.tsx'),
};

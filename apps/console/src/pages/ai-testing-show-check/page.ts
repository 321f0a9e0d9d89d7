import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/AITestingShowCheck',
  resource: '/AITestingShowCheck',
  layout: 'main',
  titleId: 'permission./AITestingShowCheck',
  load: () => import('./index.tsx'),
};

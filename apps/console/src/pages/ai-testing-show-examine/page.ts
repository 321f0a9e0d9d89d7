import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/AITestingShowExamine',
  resource: '/AITestingShowExamine',
  layout: 'main',
  titleId: 'permission./AITestingShowExamine',
  load: () => import('./index.tsx'),
};

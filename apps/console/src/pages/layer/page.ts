import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/Layer',
  resource: '/Layer',
  layout: 'main',
  titleId: 'permission./Layer',
  icon: 'layers',
  load: () => import('./index.tsx'),
};

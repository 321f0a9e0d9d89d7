import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/EncodingTable',
  resource: '/EncodingTable',
  layout: 'main',
  titleId: 'permission./EncodingTable',
  icon: 'list',
  load: () => import('./index.tsx'),
};

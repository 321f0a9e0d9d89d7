import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/asyncTable',
  resource: '/asyncTable',
  layout: 'headed',
  titleId: 'permission./asyncTable',
  icon: 'list',
  opensWindow: true,
  load: () => import('./index.tsx'),
};

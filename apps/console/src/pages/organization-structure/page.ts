import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/OrganizationStructure',
  resource: '/OrganizationStructure',
  layout: 'main',
  titleId: 'permission./OrganizationStructure',
  icon: 'organisation',
  load: () => import('./index.tsx'),
};

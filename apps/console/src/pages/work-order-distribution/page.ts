import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/WorkOrderDistributionSituation',
  resource: '/WorkOrderDistributionSituation',
  layout: 'headed',
  titleId: 'permission./WorkOrderDistributionSituation',
  icon: 'map',
  opensWindow: true,
  showsMap: true,
  load: () => import('./index.tsx'),
};

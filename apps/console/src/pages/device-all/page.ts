import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/DeviceAll',
  resource: '/DeviceAll',
  layout: 'headed',
  titleId: 'permission./DeviceAll',
  icon: 'map',
  opensWindow: true,
  showsMap: true,
  load: () => import('./index.tsx'),
};

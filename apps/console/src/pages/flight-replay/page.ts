import type { Page } from '../../platform/page.ts';

export const page: Page = {
  path: '/FlightReplay',
  resource: '/TaskManagerNew',
  layout: 'main',
  titleId: 'flightRecord.replay',
  load: () => import('./index.tsx'),
};

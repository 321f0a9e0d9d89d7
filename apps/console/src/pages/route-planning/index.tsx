import type { ReactNode } from 'react';
import { routeList } from '../../modules/route/index.ts';
import { ListView } from '../../platform/list/index.ts';

export default function RoutePlanningPage(): ReactNode {
  return <ListView room={routeList} />;
}

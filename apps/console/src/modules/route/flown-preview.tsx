import { Skeleton } from '@eyrie/ui';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../../platform/loading.ts';
import type { FlownRouteProps } from './editor/flown-route.tsx';
import { RoutePreview } from './route-preview.tsx';

const FlownRoute = lazyPart(() => import('./editor/flown-route.tsx'));

/** A route as a dock flies it: docks, ways out and home on the map, and heights against ground, regions and limit. */
export function FlownPreview(props: FlownRouteProps): ReactNode {
  return (
    <RoutePreview route={props.route} brief>
      <Suspense fallback={<Skeleton />}>
        <FlownRoute {...props} />
      </Suspense>
    </RoutePreview>
  );
}

import type { ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { LoadFailedCard } from './load-failed-card.tsx';

/** The router's view of a page that could not be loaded or fell over. */
export function LoadFailed(): ReactNode {
  return <LoadFailedCard error={useRouteError()} />;
}

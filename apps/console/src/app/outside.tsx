import { Suspense, useEffect, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { forgetNetworkError } from '../platform/http.ts';
import { useFirstText } from '../platform/text.tsx';

export function Waiting(): ReactNode {
  const text = useFirstText();
  return (
    <div className="waiting" role="status">
      <span className="ey-hidden">{text('app.loading')}</span>
    </div>
  );
}

/** Around every page, signed in or not. */
export function Outside(): ReactNode {
  const { pathname } = useLocation();
  useEffect(() => forgetNetworkError(), [pathname]);
  return (
    <Suspense fallback={<Waiting />}>
      <Outlet />
    </Suspense>
  );
}

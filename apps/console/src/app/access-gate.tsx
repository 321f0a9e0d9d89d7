import { landingPage } from '@eyrie/domain';
import { Suspense, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isAllowed, useSession } from '../platform/session.ts';
import { Waiting } from './outside.tsx';
import type { Page } from './pages.tsx';

const loginFor = (pathname: string, search: string): string => {
  const wanted = pathname + search;
  return wanted === '/' ? '/Login' : `/Login?to=${encodeURIComponent(wanted)}`;
};

/** Lets only members through; the wanted page travels along to the sign-in. A lost session keeps its page. */
export function SessionGate({ children }: { children: ReactNode }): ReactNode {
  const status = useSession((session) => session.status);
  const { pathname, search } = useLocation();
  if (status === 'none' || status === 'mustChange')
    return <Navigate to={loginFor(pathname, search)} replace />;
  return children;
}

/** The root: the first page the member may see. */
export function Landing(): ReactNode {
  const menu = useSession((session) => session.menu);
  return <Navigate to={landingPage(menu)} replace />;
}

/** Shows a page to those who may see it, and says what is missing to the others. */
export function PageGate({ page, content }: { page: Page; content: ReactNode }): ReactNode {
  const allowed = useSession((session) => isAllowed(session, page.resource));
  if (!allowed) return <Navigate to={`/403?from=${encodeURIComponent(page.path)}`} replace />;
  return (
    <Suspense key={page.path} fallback={<Waiting />}>
      {content}
    </Suspense>
  );
}

import { landingPage } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { createHashRouter, Navigate, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { lazyPart } from '../platform/loading.ts';
import { setMapBackdrop } from '../platform/page-map.tsx';
import { useSession } from '../platform/session.ts';
import { cockpitOf, useCockpit } from './own-cockpit.ts';
import { PageGate } from './page-gate.tsx';
import { destination } from './destination.ts';
import { currentPage, loginFor, replacePage, wantedOf } from './login-address.ts';
import { LoadFailed } from './load-failed.tsx';
import { MainLayout } from './main-layout.tsx';
import type { Page } from '../platform/page.ts';
import { pageOf } from './pages.ts';
import { goToWorkPage } from './terminal-address.ts';
import { pages } from './pages.generated.ts';
import { Shell } from './shell.tsx';
import { StandaloneLayout } from './standalone-layout.tsx';
import { startTabs } from './tabs.ts';

/** The root, and the sign-in page of somebody who is signed in: the first page the member may see. */
function Landing(): ReactNode {
  const menu = useSession((session) => session.menu);
  return <Navigate to={landingPage(menu, useCockpit())} replace />;
}

const routeOf = (page: Page): RouteObject => {
  const Content = lazyPart(page.load);
  return {
    path: page.path,
    element: <PageGate page={page} content={<Content />} />,
    errorElement: <LoadFailed />,
  };
};
const inLayout = (layout: Page['layout']): RouteObject[] =>
  pages.filter((page) => page.layout === layout).map(routeOf);

const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <LoadFailed />,
    children: [
      { path: '/', element: <Landing /> },
      { path: '/Login', element: <Landing /> },
      { element: <MainLayout />, children: inLayout('main') },
      { element: <StandaloneLayout header />, children: inLayout('headed') },
      { element: <StandaloneLayout />, children: inLayout('standalone') },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];

setMapBackdrop(lazyPart(async () => ({ default: (await import('../modules/layer/index.ts')).ShownLayers })));

/** Fetches the page that is wanted after the sign-in; what fails is fetched again, and said, when the page is opened. */
export const loadPageAhead = async (wanted: string | null): Promise<void> => {
  const page = pageOf(wanted?.split('?')[0] ?? '');
  if (!page) return;
  const map = async (): Promise<void> => {
    const { loadFlatAhead } = await import('@eyrie/map');
    await loadFlatAhead();
  };
  await Promise.allSettled([page.load(), page.showsMap ? map() : null]);
};

/** The address of the sign-in gives way to the page that was wanted. */
const leaveLogin = (): void => {
  const page = currentPage();
  if (loginFor(page) !== page) return;
  const session = useSession.getState();
  replacePage(destination(wantedOf(page), session.menu, cockpitOf(session)));
  goToWorkPage();
};

/** Everything behind the sign-in. A new sign-in starts with a new router, at the address shown then. */
export function Inside(): ReactNode {
  const [router] = useState(() => {
    leaveLogin();
    startTabs(useSession.getState().user?.oid ?? '');
    return createHashRouter(routes);
  });
  return <RouterProvider router={router} />;
}

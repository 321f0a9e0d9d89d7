import { lazy, type ReactNode } from 'react';
import { createHashRouter, Navigate, type RouteObject } from 'react-router';
import { LoginPage } from '../pages/login/index.tsx';
import { loadAllPhrases } from '../platform/language.ts';
import { Landing, PageGate, SessionGate } from './access-gate.tsx';
import { LoadFailed } from './load-failed.tsx';
import { loaded } from './loading.ts';
import { pages, type Page } from './pages.tsx';
import { Outside } from './outside.tsx';

// Only for those signed in: the component library, the layout and the rest of the texts.
const Shell = lazy(async () => {
  const [shell] = await Promise.all([loaded(() => import('./shell.tsx')), loadAllPhrases()]);
  return { default: shell.Shell };
});
const MainLayout = lazy(async () => ({
  default: (await loaded(() => import('./main-layout.tsx'))).MainLayout,
}));

const routeOf = (page: Page): RouteObject => {
  const Content = lazy(() => loaded(page.load));
  return { path: page.path, element: <PageGate page={page} content={<Content />} /> };
};
const inLayout = (layout: Page['layout']): RouteObject[] =>
  pages.filter((page) => page.layout === layout).map(routeOf);

function behindSession(content: ReactNode): ReactNode {
  return <SessionGate>{content}</SessionGate>;
}

export const router = createHashRouter([
  {
    element: <Outside />,
    errorElement: <LoadFailed />,
    children: [
      { path: '/Login', element: <LoginPage /> },
      { path: '/', element: behindSession(<Landing />) },
      {
        element: behindSession(<Shell />),
        children: [{ element: <MainLayout />, children: inLayout('main') }, ...inLayout('standalone')],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]);

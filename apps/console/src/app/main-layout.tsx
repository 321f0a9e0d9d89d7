import { measures } from '@eyrie/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { NoticeStrip } from '../modules/notification/index.ts';
import { useAppearance } from '../platform/appearance.ts';
import { keep, kept } from '../platform/storage.ts';
import { useText } from '../platform/text.tsx';
import { Header } from './header.tsx';
import { Menu } from './menu.tsx';
import { PageSearch } from './page-search.tsx';
import { TabBar } from './tab-bar.tsx';
import { useTabs } from './tabs.ts';
import './layout.css';

const narrow = window.matchMedia(`(max-width: ${measures.foldBelow - 1}px)`);

/** The menu folds by itself in a narrow window; in a wide one it is as the member left it. */
const useFolded = (pathname: string): [boolean, () => void] => {
  const [folded, setFolded] = useState(narrow.matches || (kept('menuFolded') ?? false));
  useEffect(() => {
    const follow = (): void => setFolded(narrow.matches || (kept('menuFolded') ?? false));
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);
  // Over the page that was chosen the open menu would stand in the way.
  useEffect(() => {
    if (narrow.matches) setFolded(true);
  }, [pathname]);
  const toggle = (): void => {
    if (!narrow.matches) keep('menuFolded', !folded);
    setFolded(!folded);
  };
  return [folded, toggle];
};

/** Menu, header, tab bar, and the page that scrolls within them. */
export function MainLayout(): ReactNode {
  const text = useText();
  const { pathname } = useLocation();
  const [folded, toggle] = useFolded(pathname);
  const round = useTabs((state) => state.round);
  const systemName = useAppearance((state) => state.systemName);
  return (
    <div className={folded ? 'layout layout-folded' : 'layout'}>
      <a
        className="layout-skip"
        href="#page"
        onClick={(event) => {
          // The hash belongs to the router, so the jump is made by hand.
          event.preventDefault();
          document.querySelector<HTMLElement>('#page')?.focus();
        }}
      >
        {text('shell.skip')}
      </a>
      <aside className="layout-menu ey-stack">
        <div className="layout-name ey-row ey-gap-12">
          <img src="./favicon.svg" alt="" width={28} height={28} />
          <bdi className={folded ? 'ey-hidden' : undefined}>{systemName}</bdi>
        </div>
        <PageSearch folded={folded} onFold={toggle} />
        <Menu folded={folded} />
      </aside>
      <div className="layout-body ey-stack">
        <Header folded={folded} onFold={toggle} />
        <NoticeStrip />
        <TabBar />
        <main id="page" className="layout-page" tabIndex={-1} key={`${pathname} ${round}`}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { NoticeStrip } from '../modules/notification/index.ts';
import { SlimHeader } from './header.tsx';
import './layout.css';

/** A page that has the window to itself, below what is announced; with `header`, what every page offers stands above. */
export function StandaloneLayout({ header = false }: { header?: boolean }): ReactNode {
  return (
    <div className="layout-alone ey-stack">
      {header ? <SlimHeader /> : null}
      <NoticeStrip />
      <div className="layout-alone-page">
        <Outlet />
      </div>
    </div>
  );
}

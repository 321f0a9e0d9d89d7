import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { NoticeStrip } from '../modules/notification/index.ts';
import './layout.css';

/** A page that has the window to itself, below what is announced. */
export function StandaloneLayout(): ReactNode {
  return (
    <div className="layout-alone">
      <NoticeStrip />
      <div className="layout-alone-page">
        <Outlet />
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { NoticeList } from '../../modules/operation/index.ts';

/** Announcements, and maintenance. */
export default function NoticeTab(): ReactNode {
  return <NoticeList />;
}

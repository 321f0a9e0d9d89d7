import type { ReactNode } from 'react';
import { TabbedPage } from '../../platform/tabbed-page.tsx';
import { tabs } from './tabs.ts';

/** How the organisation's part of the instance runs, what was done in it, and for its operators the instance itself. */
export default function OperationPage(): ReactNode {
  return <TabbedPage titleId="operation.title" tabs={tabs} />;
}

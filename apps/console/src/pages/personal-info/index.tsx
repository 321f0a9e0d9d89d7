import type { ReactNode } from 'react';
import { TabbedPage } from '../../platform/tabbed-page.tsx';
import { tabs } from './tabs.ts';

/** The own account and what belongs to it, tab by tab. */
export default function PersonalInfoPage(): ReactNode {
  return <TabbedPage titleId="person.title" tabs={tabs} />;
}

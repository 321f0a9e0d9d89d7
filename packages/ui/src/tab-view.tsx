import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import './tab-view.css';

export interface TabViewProps {
  tabs: readonly { key: string; label: string }[];
  /** Key of the open tab. */
  open: string;
  onChoose: (key: string) => void;
  /** The view of the open tab. */
  children: ReactNode;
}

const manyTabs = 8;

/** Tabs whose open view stands in the panel that its tab names. The other views are not there. */
export function TabView({ tabs, open, onChoose, children }: TabViewProps): ReactNode {
  return (
    <Tabs
      className="ey-tabs"
      activeKey={open}
      onChange={onChoose}
      destroyOnHidden
      // Behind its button for more a reader finds no tabs: many stand closer, so that it comes late.
      {...(tabs.length > manyTabs ? { tabBarGutter: 12 } : {})}
      items={tabs.map((tab) => (tab.key === open ? { ...tab, children } : { ...tab }))}
    />
  );
}

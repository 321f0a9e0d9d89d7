import { create } from 'zustand';
import { keep, kept } from '../platform/storage.ts';

export interface Tab {
  /** Which page: its path. */
  path: string;
  /** Where in it: path and query, so that filters survive. */
  address: string;
}

/** A page was visited: its tab moves to the given address, or a new one is put at the end. */
export const visited = (tabs: readonly Tab[], tab: Tab): readonly Tab[] => {
  const before = tabs.find((each) => each.path === tab.path);
  if (!before) return [...tabs, tab];
  return before.address === tab.address ? tabs : tabs.map((each) => (each === before ? tab : each));
};

/**
 * A tab is closed. Closing the current one goes to the first remaining tab, and to the root when none is
 * left; closing another stays where one is.
 */
export const closed = (
  tabs: readonly Tab[],
  path: string,
  current: string,
): { tabs: readonly Tab[]; goTo: string | null } => {
  const remaining = tabs.filter((tab) => tab.path !== path);
  if (path !== current) return { tabs: remaining, goTo: null };
  return { tabs: remaining, goTo: remaining[0]?.address ?? '/' };
};

/** The tab `step` places on from the current one, around the ends. */
export const neighbour = (tabs: readonly Tab[], current: string, step: number): Tab | null => {
  const at = tabs.findIndex((tab) => tab.path === current);
  if (at === -1 || tabs.length < 2) return null;
  return tabs[(at + step + tabs.length) % tabs.length] ?? null;
};

interface TabsState {
  tabs: readonly Tab[];
  /** Rises when the current page is to start afresh. */
  round: number;
}

export const useTabs = create<TabsState>(() => ({ tabs: kept('tabs') ?? [], round: 0 }));

export const setTabs = (tabs: readonly Tab[]): void => {
  if (tabs === useTabs.getState().tabs) return;
  keep('tabs', [...tabs]);
  useTabs.setState({ tabs });
};

export const refreshPage = (): void => useTabs.setState(({ round }) => ({ round: round + 1 }));

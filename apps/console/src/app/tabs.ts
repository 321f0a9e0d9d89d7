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

/** A tab was put where another one stands: it takes that place, and those between move up. */
export const moved = (tabs: readonly Tab[], path: string, onto: string): readonly Tab[] => {
  const from = tabs.findIndex((tab) => tab.path === path);
  const to = tabs.findIndex((tab) => tab.path === onto);
  const tab = tabs[from];
  if (!tab || to === -1 || from === to) return tabs;
  return tabs.filter((each) => each !== tab).toSpliced(to, 0, tab);
};

interface TabsState {
  tabs: readonly Tab[];
  /** Rises when the current page is to start afresh. */
  round: number;
}

export const useTabs = create<TabsState>(() => ({ tabs: [], round: 0 }));

let member = '';

/**
 * The tabs of whoever signs in: as they were left, with their filters; after a sign-out the same pages as before it.
 * Nobody gets those of another member.
 */
export const startTabs = (memberOID: string): void => {
  member = memberOID;
  const pages = kept('tabPages');
  const before = pages?.member === memberOID ? pages.paths.map((path) => ({ path, address: path })) : [];
  useTabs.setState({ tabs: kept('tabs') ?? before });
};

export const setTabs = (tabs: readonly Tab[]): void => {
  if (tabs === useTabs.getState().tabs) return;
  keep('tabs', [...tabs]);
  keep('tabPages', { member, paths: tabs.map((tab) => tab.path) });
  useTabs.setState({ tabs });
};

export const refreshPage = (): void => useTabs.setState(({ round }) => ({ round: round + 1 }));

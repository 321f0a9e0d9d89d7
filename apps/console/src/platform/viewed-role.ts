import { create } from 'zustand';
import { keepForTab, keptForTab, type StoredForTab } from './storage.ts';

export type ViewedRole = StoredForTab['viewAs'];

/** The role through which this tab looks at the product; null: the member's own rights. It survives a reload of the tab. */
export const useViewedRole = create<{ role: ViewedRole | null }>(() => ({ role: keptForTab('viewAs') }));

export const viewedRole = (): ViewedRole | null => useViewedRole.getState().role;
export const setViewedRole = (role: ViewedRole | null): void => {
  keepForTab('viewAs', role);
  useViewedRole.setState({ role });
};

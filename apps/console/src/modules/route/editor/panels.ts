import { create } from 'zustand';
import { keep, kept } from '../../../platform/storage.ts';

/** What lies over the map, or under it, and can be folded away. */
export const planPanels = ['list', 'properties', 'profile'] as const;
export type PlanPanel = (typeof planPanels)[number];

/** The profile asks for a fifth of the page: it is unfolded by whoever wants it. */
const openAtFirst: readonly PlanPanel[] = ['list', 'properties'];

const keptPanels = (): ReadonlySet<PlanPanel> =>
  new Set(planPanels.filter((one) => (kept('plannerPanels') ?? openAtFirst).includes(one)));

/** Which panels of the planner are open: kept, as saving opens the editor anew. */
export const usePanels = create<{ open: ReadonlySet<PlanPanel>; fold: (panel: PlanPanel) => void }>(
  (set) => ({
    open: keptPanels(),
    fold: (panel) =>
      set(({ open }) => {
        const next = new Set(open);
        if (!next.delete(panel)) next.add(panel);
        keep('plannerPanels', [...next]);
        return { open: next };
      }),
  }),
);

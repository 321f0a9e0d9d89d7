import type { ReactNode } from 'react';
import { FoldButton } from './fold-button.tsx';
import { usePanels, type PlanPanel } from './panels.ts';

/** A panel over the map at one of its edges: folded, its name is left of it. */
export function SidePanel({
  panel,
  edge,
  label,
  children,
}: {
  panel: PlanPanel;
  edge: 'start' | 'end';
  label: string;
  /** What stands in it while it is open, around the button that folds it. */
  children: (fold: ReactNode) => ReactNode;
}): ReactNode {
  const open = usePanels((state) => state.open.has(panel));
  const fold = <FoldButton panel={panel} label={label} />;
  return (
    <aside className={`planner-side planner-side-${edge}`} aria-label={label}>
      {open ? (
        children(fold)
      ) : (
        <header>
          {fold}
          <strong>{label}</strong>
        </header>
      )}
    </aside>
  );
}

import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { usePanels, type PlanPanel } from './panels.ts';

/** Folds a panel away and opens it again. */
export function FoldButton({ panel, label }: { panel: PlanPanel; label: string }): ReactNode {
  const text = useText();
  const open = usePanels((state) => state.open.has(panel));
  const fold = usePanels((state) => state.fold);
  const word = text(open ? 'planner.fold' : 'planner.unfold', { panel: label });
  return (
    <Button
      type="text"
      size="small"
      className={open ? 'planner-fold planner-up' : 'planner-fold'}
      aria-expanded={open}
      aria-label={word}
      title={word}
      icon={<Icon name="down" size={14} />}
      onClick={() => fold(panel)}
    />
  );
}

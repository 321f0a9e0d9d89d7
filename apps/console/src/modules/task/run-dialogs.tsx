import type { ReactNode } from 'react';
import { CancelRun, MoveRun, type ChangedRun } from './run-change.tsx';

/** What is about to be done to one run. */
export interface RunChange {
  kind: 'move' | 'cancel';
  run: ChangedRun;
  /** Where it was dropped. */
  to?: string;
}

export function RunDialogs({
  change,
  onClose,
}: {
  change: RunChange | null;
  onClose: () => void;
}): ReactNode {
  if (change === null) return null;
  const { kind, run, to } = change;
  return kind === 'move' ? (
    <MoveRun key={`${run.wall} ${to ?? ''}`} {...{ run, to, onClose }} />
  ) : (
    <CancelRun {...{ run, onClose }} />
  );
}

import type { ReactNode } from 'react';
import { runVerdict } from '../../parts.ts';
import { ChooseRun } from './run-choice.tsx';
import { CancelRun, MoveRun, type ChangedRun } from './run-change.tsx';

/** What is about to be done to one run. */
export interface RunChange {
  kind: 'move' | 'cancel' | 'verdict' | 'choose';
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
  if (kind === 'verdict') return runVerdict(run, onClose);
  if (kind === 'choose') return <ChooseRun {...{ run, onClose }} />;
  return kind === 'move' ? (
    <MoveRun key={`${run.wall} ${to ?? ''}`} {...{ run, to, onClose }} />
  ) : (
    <CancelRun {...{ run, onClose }} />
  );
}

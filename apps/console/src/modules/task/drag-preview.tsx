import { useEffect, useState, type ReactNode } from 'react';
import { comesAt } from './run-change.tsx';
import { RunVerdict, useVerdict } from './run-verdict.tsx';
import type { RunDrag } from './use-run-drag.ts';

/** The server is asked once the pointer rests so long, ms. */
const restFor = 150;

const useRested = <T,>(value: T): T => {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restFor);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
};

/** What would become of a run where the pointer is: when it would come, and with which conflicts. */
export function DragPreview({ drag }: { drag: RunDrag }): ReactNode {
  const { run, to, x, y } = drag;
  const rested = useRested(to);
  const asked = to === null || rested !== to ? null : { oid: run.taskOID, wall: run.wall, to };
  const verdict = useVerdict(asked);
  return (
    <div className="task-calendar-preview" style={{ left: x, top: y }}>
      <strong>
        <bdi>{run.taskName}</bdi> <bdi>{(to ?? comesAt(run)).replace('T', ' ')}</bdi>
      </strong>
      {to === null ? null : <RunVerdict verdict={{ ...verdict, chosen: true }} />}
    </div>
  );
}

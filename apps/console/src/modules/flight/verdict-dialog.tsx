import type { RunStanding } from '@eyrie/domain';
import { Dialog, Skeleton, StateSymbol, type DeviceState } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { GateList } from './gate-list.tsx';
import { useRunVerdict } from './verdict.queries.ts';
import { Waivers } from './waivers.tsx';

const looks: Readonly<Record<RunStanding, DeviceState>> = {
  clear: 'live',
  open: 'attention',
  blocked: 'alarm',
};

function Verdict({ run }: { run: { taskOID: string; wall: string } }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { data, error, isPending } = useRunVerdict(run);
  if (isPending) return <Skeleton />;
  // Old is never shown as new: what is no more known is not shown.
  if (error) return <p role="alert">{error.message}</p>;
  const { verdict } = data;
  if (verdict === null) return <p>{text('verdict.none')}</p>;
  const { standing, items, madeAt } = verdict;
  return (
    <>
      <p>
        <StateSymbol state={looks[standing]} word={text(`verdict.standing.${standing}`)} />{' '}
        <small>
          <bdi>{figures.time(madeAt)}</bdi>
        </small>
      </p>
      <GateList items={items} stored />
      <Waivers of={run} items={items} />
    </>
  );
}

interface JudgedRun {
  taskOID: string;
  taskName: string;
  wall: string;
}

/** The verdict on a run that is to come: every rule, what was waived, and by whom. */
function VerdictDialog({ run, onClose }: { run: JudgedRun; onClose: () => void }): ReactNode {
  const text = useText();
  const { taskOID, taskName, wall } = run;
  return (
    <Dialog
      open
      title={`${text('verdict.title')}: ${taskName} · ${wall.replace('T', ' ')}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('app.close')}</Button>}
    >
      <Verdict run={{ taskOID, wall }} />
    </Dialog>
  );
}

export const drawRunVerdict = (run: JudgedRun, onClose: () => void): ReactNode => (
  <VerdictDialog run={run} onClose={onClose} />
);

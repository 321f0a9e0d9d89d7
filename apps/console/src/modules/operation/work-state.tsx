import type { BackgroundState, WorkRecord } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

const looks: Readonly<Record<BackgroundState, DeviceState>> = {
  queued: 'offline',
  running: 'working',
  done: 'live',
  failed: 'alarm',
  cancelled: 'offline',
};

/** State of background work as symbol and word. */
export function WorkState({ work }: { work: Pick<WorkRecord, 'state'> }): ReactNode {
  const text = useText();
  return (
    <StateSymbol state={looks[work.state]} heading={90} word={text(`operation.work.state.${work.state}`)} />
  );
}

/** How far work is; what has not begun shows no bar. */
export function WorkProgress({ work }: { work: Pick<WorkRecord, 'state' | 'progress'> }): ReactNode {
  const text = useText();
  if (work.state === 'queued') return null;
  return (
    <Progress
      percent={Math.floor(work.progress * 100)}
      size="small"
      aria-label={text('field.progress')}
      status={work.state === 'failed' ? 'exception' : work.state === 'running' ? 'active' : 'normal'}
    />
  );
}

import { detectionCalls, detectorTaskStates, type DetectorTaskRecord } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { choices, listRoom, ListView } from '../../platform/list/index.ts';

/** ms: detectors take tasks and end them meanwhile. */
const renewEvery = 10_000;

const looks: Readonly<Record<DetectorTaskRecord['state'], DeviceState>> = {
  waiting: 'attention',
  taken: 'working',
  done: 'live',
  failed: 'alarm',
};

const tasks = listRoom({
  word: 'detection',
  title: 'detection.tasks',
  icon: 'eye',
  calls: { query: detectionCalls.queryDetectorTask },
  filters: {
    state: {
      kind: 'choice',
      label: 'detection.taskState',
      any: 'detection.anyTask',
      options: choices(detectorTaskStates, 'detection.task'),
    },
  },
  none: 'detection.noTasks',
  noneFound: 'detection.noTasksFound',
  nameOf: ({ taskName }) => taskName,
  renewEvery,
  actionsWidth: 90,
  columns: ({ text, figures }) => [
    {
      title: text('detection.flownFor'),
      width: 180,
      ellipsis: true,
      render: (_, { taskName }) => <bdi>{taskName || '–'}</bdi>,
    },
    {
      title: text('detection.taskState'),
      width: 260,
      render: (_, { state, message, claims }) => {
        const why =
          state === 'failed' && message === '' ? text('detection.taskLost', { count: claims }) : message;
        return (
          <StateSymbol
            state={looks[state]}
            heading={90}
            word={[text(`detection.task.${state}`), why].filter(Boolean).join(' · ')}
          />
        );
      },
    },
    {
      title: text('detection.taskMedia'),
      fold: 1,
      width: 90,
      align: 'end',
      render: (_, { media }) => figures.amount(media),
    },
    {
      title: text('detection.takenBy'),
      width: 150,
      ellipsis: true,
      render: (_, { claimedBy }) => <bdi>{claimedBy ?? '–'}</bdi>,
    },
    {
      title: text('detection.takenUntil'),
      fold: 0,
      width: 180,
      render: (_, { state, claimedUntil }) =>
        state === 'taken' && claimedUntil !== null ? <bdi>{figures.time(claimedUntil)}</bdi> : '–',
    },
    {
      title: text('detection.createdAt'),
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
    {
      title: text('detection.endedAt'),
      fold: 0,
      width: 180,
      render: (_, { endedAt }) => (endedAt === null ? '–' : <bdi>{figures.time(endedAt)}</bdi>),
    },
  ],
  actions: [
    {
      icon: 'full',
      label: 'detection.seeRun',
      right: '/AITestingShowCheck',
      fits: ({ detectionOID }) => detectionOID !== null,
      run: ({ detectionOID }, { navigate }) => void navigate(`/AITestingShowCheck?oid=${detectionOID}`),
    },
  ],
});

/** Tasks for outside detectors: which wait, who took them, and how they ended. */
export function DetectorTaskList(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={tasks} />
    </div>
  );
}

import { flightCalls, taskCalls, type TaskRecord } from '@eyrie/domain';
import { listRoom, ListView } from '../../platform/list/index.ts';
import { useMemo, type ReactNode } from 'react';
import { arrangeAgainAddress, cameToNothing, RunState } from './run-state.tsx';

const roomOf = ({ oid, schedule, arrangement }: TaskRecord) =>
  listRoom({
    word: 'task',
    title: 'task.runs',
    icon: 'calendar',
    within: { oid },
    calls: { query: taskCalls.occurrences },
    filters: {},
    none: 'task.noRuns',
    noneFound: 'task.noRuns',
    nameOf: ({ wall }) => wall,
    renewEvery: 5_000,
    minWidth: 680,
    actionsWidth: 60,
    columns: ({ text, figures }) => [
      {
        title: text('task.runAt'),
        width: 190,
        render: (_, { wall, timeZone }) => (
          <bdi>
            {wall.replace('T', ' ')}
            {timeZone === schedule?.timeZone ? '' : ` (${timeZone})`}
          </bdi>
        ),
      },
      { title: text('task.status'), width: 130, render: (_, run) => <RunState run={run} /> },
      { title: text('task.runReason'), width: 260, render: (_, { message }) => message ?? '–' },
      {
        title: text('task.runDecided'),
        width: 170,
        render: (_, { decidedAt }) => (decidedAt === null ? '–' : <bdi>{figures.time(decidedAt)}</bdi>),
      },
    ],
    actions: [
      {
        icon: 'plus',
        label: 'task.arrangeAgain',
        call: flightCalls.add,
        right: '/FlyArrange',
        fits: (run) => cameToNothing(run) && arrangement !== null,
        run: (_run, { navigate }) => {
          if (arrangement) void navigate(arrangeAgainAddress({ ...arrangement, taskOID: oid }));
        },
      },
    ],
  });

/** The runs of a timed task, with what became of each and why. */
export function TaskRuns({ task }: { task: TaskRecord }): ReactNode {
  const room = useMemo(() => roomOf(task), [task]);
  return <ListView tab local room={room} />;
}

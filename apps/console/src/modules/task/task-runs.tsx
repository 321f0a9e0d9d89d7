import {
  flightCalls,
  isSingle,
  taskCalls,
  waiverCalls,
  type OccurrenceRecord,
  type TaskRecord,
} from '@eyrie/domain';
import { listRoom, ListView, type ListDialog, type RecordAction } from '../../platform/list/index.ts';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/text.tsx';
import { runVerdict } from '../../parts.ts';
import { ChooseRun } from './run-choice.tsx';
import { CancelRun, MoveRun, type ChangedRun } from './run-change.tsx';
import {
  arrangeAgainAddress,
  cameToNothing,
  isChoosable,
  isRestorable,
  isWithdrawable,
  laterAddress,
  RunState,
} from './run-state.tsx';

const moving = (run: ChangedRun): ListDialog => ({
  title: 'task.move',
  bare: true,
  content: (onClose) => <MoveRun run={run} onClose={onClose} />,
});
const judging = (run: ChangedRun): ListDialog => ({
  title: 'verdict.title',
  bare: true,
  content: (onClose) => runVerdict(run, onClose),
});
const cancelling = (run: ChangedRun): ListDialog => ({
  title: 'task.cancelRun',
  bare: true,
  content: (onClose) => <CancelRun run={run} onClose={onClose} />,
});
const choosing = (run: ChangedRun): ListDialog => ({
  title: 'task.choose',
  bare: true,
  content: (onClose) => <ChooseRun run={run} onClose={onClose} />,
});

/** When a run is due by its schedule, and when it comes instead. */
function RunTime({ run, timeZone }: { run: OccurrenceRecord; timeZone: string | undefined }): ReactNode {
  const text = useText();
  const { wall, movedTo } = run;
  return (
    <>
      <bdi>
        {wall.replace('T', ' ')}
        {run.timeZone === timeZone ? '' : ` (${run.timeZone})`}
      </bdi>
      {movedTo === null ? null : (
        <small>
          {' '}
          {text('task.movedTo')} <bdi>{movedTo.replace('T', ' ')}</bdi>
        </small>
      )}
    </>
  );
}

/** What can be done about a run that was missed. */
const missedActions = ({ oid, name }: Pick<TaskRecord, 'oid' | 'name'>): RecordAction<OccurrenceRecord>[] => [
  {
    icon: 'check',
    label: 'task.choose',
    call: taskCalls.chooseRun,
    fits: isChoosable,
    run: (run, { dialog }) => dialog(choosing({ ...run, taskName: name })),
  },
  {
    icon: 'undo',
    label: 'task.withdrawChoice',
    call: taskCalls.withdrawChoice,
    fits: isWithdrawable,
    run: ({ wall }, { change }) =>
      change({ call: taskCalls.withdrawChoice, request: { oid, wall }, done: 'task.choiceWithdrawn' }),
  },
];

const roomOf = ({ oid, name, schedule, arrangement }: TaskRecord) =>
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
    actionsWidth: 190,
    columns: ({ text, figures }) => [
      {
        title: text('task.runAt'),
        width: 190,
        render: (_, run) => <RunTime run={run} timeZone={schedule?.timeZone} />,
      },
      { title: text('task.status'), width: 130, render: (_, run) => <RunState run={run} /> },
      { title: text('field.reason'), width: 260, render: (_, { message }) => message ?? '–' },
      {
        title: text('task.runDecided'),
        width: 170,
        render: (_, { decidedAt }) => (decidedAt === null ? '–' : <bdi>{figures.time(decidedAt)}</bdi>),
      },
    ],
    actions: [
      {
        icon: 'list',
        label: 'verdict.title',
        call: waiverCalls.runVerdict,
        fits: ({ state }) => state === 'planned',
        run: (run, { dialog }) => dialog(judging({ ...run, taskName: name })),
      },
      {
        icon: 'clock',
        label: 'task.move',
        call: taskCalls.moveRun,
        fits: ({ state }) => state === 'planned',
        run: (run, { dialog }) => dialog(moving({ ...run, taskName: name })),
      },
      {
        icon: 'close',
        label: 'task.cancelRun',
        call: taskCalls.cancelRun,
        fits: ({ state }) => state === 'planned',
        run: (run, { dialog }) => dialog(cancelling({ ...run, taskName: name })),
      },
      {
        icon: 'undo',
        label: 'task.restoreRun',
        call: taskCalls.restoreRun,
        fits: isRestorable,
        run: ({ wall }, { change }) =>
          change({ call: taskCalls.restoreRun, request: { oid, wall }, done: 'task.runRestored' }),
      },
      ...missedActions({ oid, name }),
      {
        icon: 'edit',
        label: 'task.changeLater',
        call: taskCalls.changeLater,
        right: '/FlyArrange',
        fits: ({ state }) => state === 'planned' && schedule !== null && !isSingle(schedule),
        run: (run, { navigate }) => void navigate(laterAddress(run)),
      },
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
  const text = useText();
  const room = useMemo(() => roomOf(task), [task]);
  const neighbours = [
    ['task.follows', task.follows],
    ['task.followedBy', task.followedBy],
  ] as const;
  return (
    <>
      {neighbours.map(([id, other]) =>
        other ? (
          <p key={id}>
            {text(id)}{' '}
            <Link to={`/TaskManagerNew?tab=flights&taskOID=${other.oid}`}>
              <bdi>{other.name}</bdi>
            </Link>
          </p>
        ) : null,
      )}
      <ListView tab local room={room} />
    </>
  );
}

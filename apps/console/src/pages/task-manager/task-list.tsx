import { limits, taskCalls, taskStatuses, taskTypes, type TaskRecord } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { monitorAddress } from '../../modules/dock/index.ts';
import { PauseForm, scheduleText, TaskRuns } from '../../modules/task/index.ts';
import {
  choices,
  listRoom,
  type BulkAction,
  type RecordAction,
  removeBy,
} from '../../platform/list/index.ts';
import { phaseStyle } from '../../platform/phase-style.ts';
import { useText } from '../../platform/text.tsx';
import { beginFlight } from './flight-list.tsx';
import { SeveralForm } from './several-form.tsx';

const states: Readonly<Record<TaskRecord['status'], DeviceState>> = {
  scheduled: 'offline',
  paused: 'attention',
  flying: 'working',
  done: 'live',
};

/** State of a task as symbol and word. */
function TaskState({ task }: { task: TaskRecord }): ReactNode {
  const text = useText();
  // While one of its flights runs a task stands where that flight does.
  const style = task.status === 'flying' && task.currentPhase ? phaseStyle(task.currentPhase) : null;
  return (
    <StateSymbol
      state={style?.state ?? states[task.status]}
      heading={90}
      word={text(style?.wordId ?? `task.status.${task.status}`)}
    />
  );
}

/** Pauses and resumes several at once; with none chosen, all of a dock or department. */
const several = [true, false].map((pauses): BulkAction<TaskRecord> => ({
  icon: pauses ? 'pause' : 'play',
  label: pauses ? 'task.pauseSeveral' : 'task.resumeSeveral',
  right: 'task:edit',
  always: true,
  run: (tasks, { dialog, clear }) =>
    dialog({
      title: pauses ? 'task.pauseSeveral' : 'task.resumeSeveral',
      bare: true,
      content: (onClose) => (
        <SeveralForm
          {...{ pauses, tasks, onClose }}
          onDone={() => {
            onClose();
            clear();
          }}
        />
      ),
    }),
}));

/** Tasks with their state; opening one shows its flights. */
export const taskList = listRoom({
  word: 'task',
  title: 'task.tab',
  icon: 'calendar',
  calls: { query: taskCalls.query, remove: taskCalls.remove, restore: taskCalls.restore },
  filters: {
    keyword: { kind: 'search', label: 'task.search' },
    status: {
      kind: 'choice',
      label: 'task.status',
      any: 'list.anyState',
      options: choices(taskStatuses, 'task.status'),
    },
    type: {
      kind: 'choice',
      label: 'task.type',
      any: 'task.anyType',
      options: choices(taskTypes, 'task.type'),
    },
    mine: { kind: 'flag', label: 'task.mine' },
    favourite: { kind: 'flag', label: 'task.favourites' },
  },
  order: '-createdAt',
  exchange: { export: taskCalls.export, most: limits.list.exportMost },
  none: 'task.none',
  noneFound: 'task.noneFound',
  nameOf: ({ name }) => name,
  begin: beginFlight,
  opens: ({ oid }, { navigate }) => void navigate({ search: `?tab=flights&taskOID=${oid}` }),
  minWidth: 1810,
  actionsWidth: 260,
  columns: ({ text, figures }) => [
    {
      title: text('task.name'),
      width: 240,
      ellipsis: true,
      render: (_, { name, favourite }) => (
        <>
          {favourite ? (
            <span role="img" aria-label={text('detail.key.favourite')}>
              ★{' '}
            </span>
          ) : null}
          <bdi>{name}</bdi>
        </>
      ),
    },
    { title: text('task.type'), fold: 0, width: 110, render: (_, { type }) => text(`task.type.${type}`) },
    { title: text('task.status'), width: 120, render: (_, task) => <TaskState task={task} /> },
    {
      title: text('task.nextRun'),
      width: 210,
      render: (_, { nextRun, paused, pauseReason }) => {
        if (paused) return <bdi>{pauseReason}</bdi>;
        if (!nextRun) return '–';
        const time = figures.time(nextRun.at);
        return nextRun.atRisk ? (
          <StateSymbol state="attention" word={`${time} · ${text('task.run.atRisk')}`} />
        ) : (
          <bdi>{time}</bdi>
        );
      },
    },
    {
      title: text('task.when'),
      fold: 4,
      width: 260,
      ellipsis: true,
      render: (_, { schedule }) => <bdi>{scheduleText(schedule, text) ?? text('task.when.manual')}</bdi>,
    },
    { title: text('task.flights'), fold: 2, width: 100, align: 'end', dataIndex: 'flightCount' },
    {
      title: text('field.department'),
      fold: 1,
      width: 140,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('task.createdBy'),
      fold: 3,
      width: 120,
      ellipsis: true,
      render: (_, { createdBy }) => <bdi>{createdBy}</bdi>,
    },
    {
      title: text('field.createdAt'),
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
    {
      title: text('task.remark'),
      fold: 5,
      width: 160,
      ellipsis: true,
      render: (_, { remark }) => <bdi>{remark}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'video',
      label: 'flight.monitor',
      right: '/PortMonitorSee',
      fits: ({ currentDockOID, status }) =>
        currentDockOID !== null && status !== 'scheduled' && status !== 'done',
      run: ({ currentDockOID, oid }) => {
        if (currentDockOID) location.assign(monitorAddress(currentDockOID, oid));
      },
    },
    {
      icon: 'edit',
      label: 'task.change',
      call: taskCalls.edit,
      fits: ({ type }) => type !== 'manual',
      run: ({ oid }, { navigate }) => void navigate(`/FlyArrange?task=${oid}`),
    },
    {
      icon: 'list',
      label: 'task.runs',
      call: taskCalls.occurrences,
      fits: ({ type }) => type !== 'manual',
      run: (task, { dialog }) =>
        dialog({ title: 'task.runs', width: 820, content: () => <TaskRuns task={task} /> }),
    },
    {
      icon: 'pause',
      label: 'task.pause',
      call: taskCalls.pauseTask,
      fits: ({ type, paused }) => type !== 'manual' && !paused,
      run: (task, { dialog }) =>
        dialog({
          title: 'task.pause',
          bare: true,
          content: (onClose) => <PauseForm {...{ task, onClose }} />,
        }),
    },
    {
      icon: 'play',
      label: 'task.resume',
      call: taskCalls.restoreTask,
      fits: ({ paused }) => paused,
      run: ({ oid, name }, { change }) =>
        change({ call: taskCalls.restoreTask, request: { oid }, done: ['task.resumedNow', { name }] }),
    },
    {
      icon: 'copy',
      label: 'task.copy',
      right: 'task:edit',
      fits: ({ arrangement }) => arrangement !== null,
      run: ({ oid }, { navigate }) => void navigate(`/FlyArrange?copy=${oid}`),
    },
    ...[true, false].map((favourite): RecordAction<TaskRecord> => ({
      icon: 'star',
      label: favourite ? 'task.favour' : 'task.unfavour',
      fits: (task) => task.favourite !== favourite,
      run: ({ oid }, { change }) => change({ call: taskCalls.setFavourite, request: { oid, favourite } }),
    })),
    removeBy(taskCalls.remove, { because: 'refusal.inUse' }),
  ],
  bulk: several,
  removal: { title: 'task.deleteTitle', done: 'task.deleted' },
});

import { taskCalls, type TaskRecord } from '@eyrie/domain';
import {
  DataTable,
  EmptyPage,
  StateSymbol,
  type DataColumns,
  type DeviceState,
  type LoadState,
  type Paging,
} from '@eyrie/ui';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { phaseStyle } from '../../platform/phase-style.ts';
import { useText } from '../../platform/text.tsx';
import './task.css';

const states: Readonly<Record<TaskRecord['status'], DeviceState>> = {
  scheduled: 'offline',
  paused: 'attention',
  flying: 'working',
  done: 'live',
};

/** State of a task as symbol and word. */
export function TaskState({ task }: { task: TaskRecord }): ReactNode {
  const text = useText();
  // While one of its flights runs a task stands where that flight does.
  const look = task.status === 'flying' && task.currentPhase ? phaseStyle(task.currentPhase) : null;
  return (
    <StateSymbol
      state={look?.state ?? states[task.status]}
      heading={90}
      word={text(look?.wordId ?? `task.status.${task.status}`)}
    />
  );
}

export interface TaskTableProps {
  rows: readonly TaskRecord[];
  load: LoadState;
  paging: Paging;
  filtered: boolean;
  /** The first step, where there is nothing yet. */
  begin: ReactNode;
  onOpen: (task: TaskRecord) => void;
  onRemove: (task: TaskRecord) => void;
  /** The way to the monitor of the dock that flies it; null: may not go there. */
  onMonitor: ((task: TaskRecord, dockOID: string) => void) | null;
}

const useColumns = ({ onRemove, onMonitor }: TaskTableProps): DataColumns<TaskRecord> => {
  const text = useText();
  const figures = useFigures();
  return [
    { title: text('task.name'), width: 240, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    { title: text('task.type'), fold: 0, width: 110, render: (_, { type }) => text(`task.type.${type}`) },
    { title: text('task.status'), width: 120, render: (_, task) => <TaskState task={task} /> },
    { title: text('task.flights'), fold: 2, width: 100, align: 'end', dataIndex: 'flightCount' },
    {
      title: text('task.department'),
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
      title: text('task.createdAt'),
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 110,
      render: (_, task) => {
        const dockOID = task.currentDockOID;
        return (
          <span className="task-actions">
            {onMonitor && dockOID && task.status !== 'scheduled' && task.status !== 'done' ? (
              <RowAction
                icon="video"
                label={text('flight.monitor')}
                onClick={() => onMonitor(task, dockOID)}
              />
            ) : null}
            <Allowed call={taskCalls.remove} record={task}>
              <RowAction icon="trash" danger label={text('app.delete')} onClick={() => onRemove(task)} />
            </Allowed>
          </span>
        );
      },
    },
  ];
};

/** Tasks as a list; a click or Enter shows the flights of one. */
export function TaskTable(props: TaskTableProps): ReactNode {
  const text = useText();
  const columns = useColumns(props);
  return (
    <DataTable<TaskRecord>
      label={text('task.tab')}
      columns={columns}
      rows={props.rows}
      rowKey={(task) => task.oid}
      load={props.load}
      onOpen={props.onOpen}
      minWidth={1120}
      paging={props.paging}
      empty={
        <EmptyPage
          icon="calendar"
          sentence={text(props.filtered ? 'task.noneFound' : 'task.none')}
          action={props.filtered ? null : props.begin}
        />
      }
    />
  );
}

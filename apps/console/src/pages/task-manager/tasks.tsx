import { taskStatuses, type TaskRecord } from '@eyrie/domain';
import { FilterChoice, FilterRow } from '@eyrie/ui';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { monitorAddress } from '../../modules/dock/index.ts';
import { TaskTable, useTaskRemove, useTasks } from '../../modules/task/index.ts';
import { useDeletion } from '../../platform/deletion.ts';
import { tablePage, useListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';

const filterNames = ['keyword', 'status', 'mine'] as const;

const useRemoval = (): ((task: TaskRecord) => Promise<void>) => {
  const text = useText();
  const remove = useDeletion(useTaskRemove());
  return ({ oid, name }) =>
    remove([oid], { title: text('task.deleteTitle', { name }), done: text('task.deleted') });
};

export interface TasksProps {
  begin: ReactNode;
  /** Shows the flights of one task. */
  onOpen: (task: TaskRecord) => void;
}

/** Tasks with their state; opening one shows its flights. */
export function Tasks({ begin, onOpen }: TasksProps): ReactNode {
  const text = useText();
  const address = useListAddress(filterNames);
  const mayMonitor = useAllowed('/PortMonitorSee');
  const remove = useRemoval();
  const { keyword, mine } = address.values;
  const status = taskStatuses.find((value) => value === address.values.status);
  const list = useTasks({
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    sort: '-createdAt',
    ...(keyword ? { keyword } : {}),
    ...(status ? { status } : {}),
    ...(mine ? { mine: true } : {}),
  });
  return (
    <>
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <SearchBox
          label={text('task.search')}
          value={keyword}
          onChange={(next) => address.set({ keyword: next })}
        />
        <FilterChoice
          label={text('task.status')}
          any={text('task.anyStatus')}
          value={status ?? null}
          options={taskStatuses.map((value) => ({ value, label: text(`task.status.${value}`) }))}
          onChange={(next) => address.set({ status: next })}
        />
        <Checkbox
          checked={mine !== ''}
          onChange={({ target }) => address.set({ mine: target.checked ? '1' : '' })}
        >
          {text('task.mine')}
        </Checkbox>
      </FilterRow>
      <div className="task-manager-list">
        <TaskTable
          filtered={address.any}
          begin={begin}
          {...tablePage(list, address)}
          onOpen={onOpen}
          onRemove={(task) => void remove(task)}
          onMonitor={
            mayMonitor ? (task, dockOID) => location.assign(monitorAddress(dockOID, task.oid)) : null
          }
        />
      </div>
    </>
  );
}

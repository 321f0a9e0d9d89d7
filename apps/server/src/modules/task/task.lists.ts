import { taskCalls, type TaskRecord } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { allowedWords } from '../permission/index.ts';
import {
  countTasks,
  listTasks,
  taskByOid,
  type Page,
  type StoredTask,
  type TaskFilter,
} from './task.store.ts';

const withAllowed = (caller: Caller, { inUse, ...record }: StoredTask): TaskRecord => {
  const { get, edit, remove } = taskCalls;
  return { ...record, allowed: allowedWords(caller.resources, inUse ? [get, edit] : [get, edit, remove]) };
};

/** Everything that is read about tasks. */
export function createTaskLists({
  runtime: { db },
  department,
}: {
  runtime: Pick<Runtime, 'db'>;
  department: DepartmentRoom;
}) {
  async function list(caller: Caller, request: TaskFilter & Page) {
    const { pageNum, pageSize, ...filter } = request;
    if (filter.groupOID) await department.requireVisible(caller, filter.groupOID);
    const [rows, total] = await Promise.all([
      listTasks(db, caller, filter, { pageNum, pageSize }),
      countTasks(db, caller, filter),
    ]);
    return { list: rows.map((row) => withAllowed(caller, row)), total, pageNum, pageSize };
  }

  async function get(caller: Caller, oid: string): Promise<TaskRecord> {
    const found = await taskByOid(db, caller, oid);
    if (!found) throw notFound();
    return withAllowed(caller, found);
  }

  return { list, count: (caller: Caller, filter: TaskFilter) => countTasks(db, caller, filter), get };
}

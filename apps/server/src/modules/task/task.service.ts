import { taskCalls, type TaskRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { allowedWords } from '../permission/index.ts';
import {
  countTasks,
  insertTask,
  listTasks,
  lockTasks,
  markTasksDeleted,
  taskByOid,
  tasksInUse,
  updateTask,
  type Page,
  type StoredTask,
  type TaskFilter,
} from './task.store.ts';

export interface TaskDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
}

const withAllowed = (caller: Caller, { inUse, ...record }: StoredTask): TaskRecord => {
  const { get, edit, remove } = taskCalls;
  return { ...record, allowed: allowedWords(caller.resources, inUse ? [get, edit] : [get, edit, remove]) };
};

export function createTaskService(deps: TaskDeps) {
  const { runtime, audit } = deps;
  const { db } = runtime;

  async function list(caller: Caller, request: TaskFilter & Page) {
    const { pageNum, pageSize, ...filter } = request;
    if (filter.groupOID) await deps.department.requireVisible(caller, filter.groupOID);
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

  const make = async (
    trx: DbOrTrx,
    caller: Caller,
    task: { name: string; type: TaskRecord['type']; remark: string },
  ): Promise<string> => {
    const oid = runtime.newOid();
    await insertTask(trx, {
      ...task,
      oid,
      groupRoot: caller.groupRoot,
      groupOID: caller.groupOID,
      createdBy: caller.memberOID,
      createdAt: new Date(Math.round(runtime.serverTime())),
    });
    return oid;
  };

  async function add(
    request: { name: string; type: 'manual'; remark?: string | undefined },
    context: CallContext,
  ): Promise<TaskRecord> {
    const oid = await db.transaction().execute(async (trx) => {
      const made = await make(trx, context.caller, { ...request, remark: request.remark ?? '' });
      const detail = { oid: made, name: request.name };
      await audit.done(trx, context, 'task.add', detail);
      return made;
    });
    return get(context.caller, oid);
  }

  async function edit(
    request: { oid: string; name?: string | undefined; remark?: string | undefined },
    context: CallContext,
  ): Promise<TaskRecord> {
    const { oid, ...change } = request;
    await db.transaction().execute(async (trx) => {
      if (!(await updateTask(trx, context.caller, oid, change))) throw notFound();
      const detail = { oid, ...change };
      await audit.done(trx, context, 'task.edit', detail);
    });
    return get(context.caller, oid);
  }

  /** All or none. Records of flights that are over keep their task. */
  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    const wanted = [...new Set(oids)];
    await db.transaction().execute(async (trx) => {
      const found = await lockTasks(trx, context.caller, wanted);
      if (found.length !== wanted.length) throw notFound();
      const used = await tasksInUse(trx, wanted);
      if (used.length > 0) {
        const name = found.find((one) => one.oid === used[0])?.name ?? '';
        throw new Refusal('inUse', { values: { name }, data: { oids: used } });
      }
      await markTasksDeleted(trx, wanted, new Date(runtime.serverTime()));
      const detail = { tasks: found };
      await audit.done(trx, context, 'task.delete', detail);
    });
  }

  /** The task of a flight that names none. Part of the flight's transaction, told by the flight's audit row. */
  const ensureManualTask = (trx: DbOrTrx, caller: Caller, name: string): Promise<string> =>
    make(trx, caller, { name, type: 'manual', remark: '' });

  return {
    list,
    count: (caller: Caller, filter: TaskFilter) => countTasks(db, caller, filter),
    get,
    add,
    edit,
    remove,
    ensureManualTask,
  };
}
export type TaskService = ReturnType<typeof createTaskService>;

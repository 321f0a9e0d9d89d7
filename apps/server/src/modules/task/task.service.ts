import type { TaskRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { createTaskLists } from './task.lists.ts';
import { insertTask, lockTasks, markTasksDeleted, tasksInUse, updateTask } from './task.store.ts';

export interface TaskDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
}

/** @returns the oid of the new task, in the caller's department */
async function makeTask(
  { newOid, serverTime }: Pick<Runtime, 'newOid' | 'serverTime'>,
  trx: DbOrTrx,
  { groupRoot, groupOID, memberOID }: Caller,
  task: { name: string; type: TaskRecord['type']; remark: string },
): Promise<string> {
  const oid = newOid();
  const createdAt = new Date(Math.round(serverTime()));
  await insertTask(trx, { ...task, oid, groupRoot, groupOID, createdBy: memberOID, createdAt });
  return oid;
}

export function createTaskService(deps: TaskDeps) {
  const { runtime, audit } = deps;
  const { db } = runtime;
  const lists = createTaskLists(deps);

  async function add(
    request: { name: string; type: 'manual'; remark?: string | undefined },
    context: CallContext,
  ): Promise<TaskRecord> {
    const oid = await db.transaction().execute(async (trx) => {
      const made = await makeTask(runtime, trx, context.caller, { ...request, remark: request.remark ?? '' });
      const detail = { oid: made, name: request.name };
      await audit.done(trx, context, 'task.add', detail);
      return made;
    });
    return lists.get(context.caller, oid);
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
    return lists.get(context.caller, oid);
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
    makeTask(runtime, trx, caller, { name, type: 'manual', remark: '' });

  return {
    ...lists,
    add,
    edit,
    remove,
    ensureManualTask,
  };
}
export type TaskService = ReturnType<typeof createTaskService>;

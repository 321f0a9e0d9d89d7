import { taskCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createTaskService, type TaskDeps, type TaskService } from './task.service.ts';

export interface TaskRoom extends Pick<TaskService, 'ensureManualTask'> {
  endpoints: Endpoint[];
}

export function createTask(runtime: Runtime, deps: Omit<TaskDeps, 'runtime'>): TaskRoom {
  const tasks = createTaskService({ runtime, ...deps });
  const endpoints: Endpoint[] = [
    serve(taskCalls.query, (request, { caller }) => tasks.list(caller, request)),
    serve(taskCalls.queryCount, async (request, { caller }) => ({
      count: await tasks.count(caller, request),
    })),
    serve(taskCalls.query4Dep, (request, { caller }) => tasks.list(caller, request)),
    serve(taskCalls.get, ({ oid }, { caller }) => tasks.get(caller, oid)),
    serve(taskCalls.add, (request, context) => tasks.add(request, context)),
    serve(taskCalls.edit, (request, context) => tasks.edit(request, context)),
    serve(taskCalls.remove, async ({ oids }, context) => {
      await tasks.remove(oids, context);
      return { ok: true as const };
    }),
  ];
  return { endpoints, ensureManualTask: tasks.ensureManualTask };
}

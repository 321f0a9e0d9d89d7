import { taskCalls, type ParsedRequestOf, type TaskRecord } from '@eyrie/domain';
import type { Caller, Endpoint } from '../../platform/http/endpoint.ts';
import { allowedWords, createList, serveList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { taskList } from './task.store.ts';

export interface TaskRoom {
  endpoints: Endpoint[];
  /** The task of a flight that names none. Part of the flight's transaction, kept in the flight's audit row. */
  ensureManualTask(trx: DbOrTrx, caller: Caller, name: string): Promise<string>;
}

type Add = ParsedRequestOf<typeof taskCalls.add>;
type Edit = ParsedRequestOf<typeof taskCalls.edit>;
const { get, edit, remove } = taskCalls;

export function createTask(runtime: Runtime, deps: Omit<ListDeps, 'runtime'>): TaskRoom {
  const list = createList<typeof taskList, TaskRecord, Add, Edit>(
    {
      list: taskList,
      word: 'task',
      present: (rows, { caller }) =>
        rows.map((row) => ({
          ...row,
          allowed: allowedWords(caller.resources, row.currentFlightOID ? [get, edit] : [get, edit, remove]),
        })),
      make: (_trx, { name, type, remark = '' }, { caller }, createdAt) => ({
        values: {
          groupRoot: caller.groupRoot,
          groupOID: caller.groupOID,
          name,
          type,
          remark,
          createdByOID: caller.memberOID,
          createdAt,
        },
        detail: { name },
      }),
      removed: (rows) => ({ tasks: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    { runtime, ...deps },
  );
  return {
    endpoints: serveList(taskCalls, list, {}),
    ensureManualTask: async (trx, caller, name) =>
      (await list.addWithin(trx, { name, type: 'manual' }, { caller })).oid,
  };
}

import { taskCalls, type OccurrenceRecord } from '@eyrie/domain';
import type { CallContext, Caller, Endpoint, Language } from '../../platform/http/endpoint.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';
import { serveList, type ListDeps, type RowOf } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { occurrences, type occurrenceList } from './task.occurrence.store.ts';
import { createSchedule, type Schedule, type ScheduleDependencies } from './task.schedule.ts';
import { createPausing, createTaskList, nextRuns } from './task.service.ts';

export interface TaskRoom {
  endpoints: Endpoint[];
  /** The task of a flight that names none. Part of the flight's transaction, kept in the flight's audit row. */
  ensureManualTask(trx: DbOrTrx, caller: Caller, name: string): Promise<string>;
  schedule: Schedule;
}

// Pictures and films of flights are the media's to serve.
const { fileQuery: _files, ...calls } = taskCalls;

/** Why a run came to nothing, in words. */
const reasonText = (reason: string | null, language: Language): string | null => {
  const id = [`task.run.reason.${reason}`, `refusal.${reason}`].find(hasPhrase);
  return id ? say(language, id) : reason;
};
const presentRun = (row: RowOf<typeof occurrenceList>, language: Language): OccurrenceRecord => ({
  ...row,
  message: reasonText(row.reason, language),
});

type TaskDependencies = Omit<ListDeps, 'runtime' | 'audit'> & ScheduleDependencies;

export function createTask(runtime: Runtime, { department, ...deps }: TaskDependencies): TaskRoom {
  const { audit } = deps;
  const schedule = createSchedule(runtime, deps);
  const listDeps = { audit, ...(department ? { department } : {}) };
  const list = createTaskList(runtime, listDeps, { schedule, words: calls });
  const pausing = createPausing(runtime, { audit, list, schedule });
  const newest = { sort: '-createdAt' } as const;
  return {
    endpoints: serveList(calls, list, {
      async restore({ oids }, context: CallContext) {
        await list.restore(oids, context);
        // What fell due while it was deleted never comes: its runs are planned from now on.
        await runtime.db.transaction().execute(async (trx) => {
          for (const oid of oids) await schedule.plan(trx, oid);
        });
        return { ok: true } as const;
      },
      pauseTask: pausing.pause,
      restoreTask: pausing.resume,
      async getTaskStatus({ oid }, context) {
        const { status, pauseReason, nextRun } = await list.get(oid, context);
        return { oid, status, pauseReason, nextRun };
      },
      list: (request, context) => list.query({ ...request, ...newest }, context),
      mine: (request, context) => list.query({ ...request, ...newest, mine: true }, context),
      nextRuns: async (request) => nextRuns(runtime, request),
      async occurrences({ oid, ...page }, context) {
        await list.get(oid, context);
        const { rows, ...many } = await occurrences.page(runtime.db, context, { taskOID: oid }, page);
        return { list: rows.map((row) => presentRun(row, context.language)), ...many, ...page };
      },
    }),
    ensureManualTask: async (trx, caller, name) =>
      (await list.addWithin(trx, { name, type: 'manual' }, { caller })).oid,
    schedule,
  };
}

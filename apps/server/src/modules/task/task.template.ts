import {
  taskTemplateCalls,
  taskTemplateFields,
  writeRule,
  type ParsedRequestOf,
  type TaskTemplate,
} from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import {
  allowedWords,
  createList,
  firstValues,
  serveList,
  type ListDeps,
  type Viewer,
} from '../../platform/list/index.ts';
import { isArrangementGone } from './task.occurrence.store.ts';
import { scheduleOf } from './task.schedule.ts';
import type { CheckChoices } from './task.service.ts';
import { taskTemplateList, type StoredTaskTemplate } from './task.template.store.ts';

type Add = ParsedRequestOf<typeof taskTemplateCalls.add>;
type Edit = ParsedRequestOf<typeof taskTemplateCalls.edit>;

const { get, edit, remove } = taskTemplateCalls;
const present = (
  { scheduleRule, createdByOID: _maker, groupRoot: _root, ...row }: StoredTaskTemplate,
  { caller }: Viewer,
): TaskTemplate => ({
  ...row,
  schedule: scheduleRule === null ? null : scheduleOf(scheduleRule),
  allowed: allowedWords(caller.resources, [get, edit, remove]),
});

/** Templates of tasks. What is begun with one is judged as any other task: by the call that adds it. */
export function taskTemplateEndpoints(deps: ListDeps, checkChoices: CheckChoices): Endpoint[] {
  const list = createList<typeof taskTemplateList, TaskTemplate, Add, Edit>(
    {
      list: taskTemplateList,
      word: 'taskTemplate',
      present: (rows, viewer) => rows.map((row) => present(row, viewer)),
      async make(trx, { schedule, arrangement, ...given }, { caller }, createdAt) {
        if (await isArrangementGone(trx, caller, arrangement)) throw notFound();
        await checkChoices(trx, caller, arrangement);
        const scheduleRule = schedule ? writeRule(schedule) : null;
        const { groupRoot, groupOID, memberOID: createdByOID } = caller;
        const kept = { ...firstValues(taskTemplateFields, given), scheduleRule, arrangement };
        return {
          values: { ...kept, groupRoot, groupOID, createdByOID, createdAt },
          detail: { name: given.name, arrangement, ...(scheduleRule === null ? {} : { scheduleRule }) },
        };
      },
      removed: (rows) => ({ taskTemplates: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
  return serveList(taskTemplateCalls, list, {});
}

import { z } from 'zod';
import { call } from '../call.ts';
import { addOf, editOf, recordOf } from '../fields.ts';
import { listCalls, restoreCall } from '../list-calls.ts';
import { oid, optionalText, recordVersion, sentInstant } from '../shape.ts';
import { keptSchedule, taskSchedule } from './schedule.ts';
import { taskTemplateFields } from './task-template.fields.ts';
import { taskArrangement } from './task.ts';

/** What a task is begun with: when it flies and what. Nothing flies by a template. */
export const taskTemplate = z.object({
  oid,
  groupOID: oid,
  groupName: z.string(),
  ...recordOf(taskTemplateFields),
  /** Null: its flights are started by hand. */
  schedule: keptSchedule.nullable(),
  arrangement: taskArrangement,
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type TaskTemplate = z.output<typeof taskTemplate>;

const place = {
  path: '/nebula-five/uavtask/template',
  word: 'taskTemplate',
  many: 'Templates of tasks',
  one: 'a template of a task',
  readers: ['/FlyArrange', '/TaskManagerNew'],
  writers: ['task:edit'],
} as const;
const named = addOf(taskTemplateFields);

/** Templates of tasks, of one department and those below it. */
export const taskTemplateCalls = {
  ...listCalls({
    ...place,
    record: taskTemplate,
    filters: {
      keyword: optionalText(64).optional(),
      sort: z.enum(['name', '-createdAt', 'createdAt']).optional(),
    },
    add: named,
    edit: editOf(taskTemplateFields),
  }),
  add: call({
    method: 'POST',
    path: `${place.path}/add.rest`,
    effect: 'changes',
    audit: `${place.word}.add`,
    summary: 'Keep when a task flies and what as a template; its times may be past',
    permission: place.writers,
    request: z.object({ ...named, schedule: taskSchedule.optional(), arrangement: taskArrangement }),
    response: taskTemplate,
  }),
  restore: restoreCall(place),
};
